/** Constants of a world. */

/** More contacts than this at once are a crowd. */
export const manyContacts = 8;
