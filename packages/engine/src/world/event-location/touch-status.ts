/** What is found of two parts that touch: see touch-guard.ts. */

/**
 *   none      nothing within the range
 *   reach     a corner comes to the face that it is over: a new contact
 *   witness   a corner comes to the plane beside the face, or to that of two edges: other features will tell
 *   sunk      a sample of the gap is too deep: of pairs that no plane separates
 */
export const TouchStatus = { none: 0, reach: 1, witness: 2, sunk: 3 } as const;
export type TouchStatus = (typeof TouchStatus)[keyof typeof TouchStatus];
