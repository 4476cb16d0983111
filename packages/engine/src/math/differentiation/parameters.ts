/**
 * The limits of the room.
 */

/**
 * The largest number of inputs of a traced function, a whole number. It bounds the memory of a mistaken argument: a tape of
 * so many inputs takes 90 MB.
 */
export const mostInputs = 1e6;
