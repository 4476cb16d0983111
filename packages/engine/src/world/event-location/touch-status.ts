/** Result of the search for new contacts of two parts with active contacts: see touch-guard.ts. */

/**
 * Result of the search for new contacts of two parts in contact.
 *
 *   none      no new contact within the range
 *   reach     a corner reaches the face below it: a new contact
 *   witness   a corner reaches the plane beside the face, or that of two edges: another witness is needed
 *   sunk      a sample of the gap is too deep: of pairs that no plane separates
 */
export const TouchStatus = { none: 0, reach: 1, witness: 2, sunk: 3 } as const;
/** Result of the search for new contacts: see the constant of this name. */
export type TouchStatus = (typeof TouchStatus)[keyof typeof TouchStatus];
