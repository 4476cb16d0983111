/** The detector of contact: what other rooms use of it. */

export { Detector, type DetectorOptions } from "./detector.js";
export { isFar, writeFatBox } from "./detector-kernels.js";
