/**
 * A box set spinning about its middle axis, all but exactly: it turns over, and over again, every half period 2K(m)/p.
 * Known as the tennis-racket effect, or by the cosmonaut who saw a wing nut do it. An error grows as e^(2.4 t) between
 * flips. Attitudes from extrapolation in 36 digits; the period, after which ω is what it was, from K(m).
 */
import { createFreeBox } from "./free-box.js";

const omega = [0.01, 5, 0.01];

export const dzhanibekov = createFreeBox({
  name: "dzhanibekov",
  summary: "a box spun about its middle axis flips over and over",
  duration: 12.901246003793636,
  omega,
  rows: [
    {
      t: 1,
      rotation: [0.013089630859174764, 0.5983895534366404, -0.005311331564078582, -0.8010807660023334],
      omegaBody: [0.09950567126329651, 4.997960897454461, 0.12405704589886221],
    },
    {
      t: 5,
      rotation: [-0.4917938055732209, -0.0001392899521387839, 0.8706904772696412, 0.006076692363659633],
      omegaBody: [0.032770428953231796, -4.99979742448545, 0.040240347681089285],
    },
    {
      t: 10,
      rotation: [-0.0836724340563972, -0.846561881346585, 0.12519928824436202, 0.5105458285532392],
      omegaBody: [1.0351654735437072, 4.771933306339969, -1.2928996054924256],
    },
    {
      t: 20,
      rotation: [-0.9992665024104289, -0.004156129845109783, -0.03799155314357826, -0.0024136351997447467],
      omegaBody: [0.042914885360999744, -4.999637715898829, -0.05307572252409279],
    },
    { t: 12.901246003793636, omegaBody: omega },
  ],
});
