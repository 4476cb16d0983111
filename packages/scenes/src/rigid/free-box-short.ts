/**
 * The box of 1 × 2 × 3 m on the other side of the separatrix: ω goes round its shortest axis, that of the largest moment.
 * Attitudes from extrapolation in 36 digits.
 */
import { createFreeBox } from "./free-box.js";

const omega = [1, -2, 0.5];

export const freeBoxShort = createFreeBox({
  name: "free-box-short",
  summary: "a box that tumbles about its short axis",
  duration: 10,
  omega,
  rows: [
    {
      t: 1,
      rotation: [0.46453287061830195, -0.7747728047829058, -0.025713019778300605, 0.42810647472075214],
      omegaBody: [1.0623870654543885, -1.9319353364341267, -0.671356382168121],
    },
    {
      t: 10,
      rotation: [-0.8243965005763897, 0.21996579023802643, 0.4327412563383181, -0.2910678031406038],
      omegaBody: [1.361639796293049, 1.491156965417836, -1.25791024257075],
    },
    {
      t: 100,
      rotation: [-0.43616153097827776, 0.751361527510652, 0.021869073423115625, -0.49471276262004704],
      omegaBody: [1.0508940124191093, -1.9449661414266992, -0.6425185067589904],
    },
  ],
});
