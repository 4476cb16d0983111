/**
 * A box of 1 × 2 × 3 m, let go with an angular velocity near its long axis, round which ω goes for ever. Without torque L
 * stands still in space, and the kinetic energy with it. Attitudes from extrapolation in 36 digits, ω from Jacobi's
 * functions too.
 */
import { createFreeBox } from "./free-box.js";

const omega = [1, 0, 2];

export const freeBoxLong = createFreeBox({
  name: "free-box-long",
  summary: "a box that tumbles about its long axis",
  duration: 10,
  omega,
  rows: [
    {
      t: 1,
      rotation: [0.43005720113894247, -0.3111993138573457, 0.704283954099958, 0.4713702396212393],
      omegaBody: [0.5059281692582411, -1.2440242401601704, 1.6850230762278695],
    },
    {
      t: 10,
      rotation: [0.18066467865690916, 0.6675294557599628, -0.36074584439917745, 0.6258011947314643],
      omegaBody: [-0.8944120663295839, 0.6450242442392468, 1.9204056324791623],
    },
    {
      t: 100,
      rotation: [-0.4403632749382061, -0.6701784463570989, -0.07671937426994557, -0.5924990917593976],
      omegaBody: [-0.46896652605163835, 1.273792144221953, 1.66825962607408],
    },
  ],
});
