/**
 * The numbers of Radau IIA with three stages (E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, IV.5
 * and IV.8), rounded from 50 digits. The tests compute them again from these definitions:
 *
 *   nodes         c: the zeros of d²/dx² (x² (x−1)³), so that the quadrature is exact to degree 4
 *   A             Σⱼ aᵢⱼ cⱼ^(q−1) = cᵢ^q / q for q = 1, 2, 3: collocation. Its last row is the weights
 *   A⁻¹ = T Λ T⁻¹   Λ = [γ 0 0; 0 α −β; 0 β α], last row of T = (1, 1, 0)
 *   e             error estimate: ŷ − y₁ = (1/γ) (h f(y₀) + e₁z₁ + e₂z₂ + e₃z₃), where ŷ is the formula of order 3
 *                 that uses f(y₀) with weight 1/γ besides the stages, and zᵢ are the stages less y₀
 */

/** c₁ = (4 − √6)/10, c₂ = (4 + √6)/10; c₃ = 1. */
export const C1 = 0.1550510257216822;
export const C2 = 0.6449489742783178;

/** Eigenvalues of A⁻¹: γ and α ± iβ. */
export const GAMMA = 3.637834252744496;
export const ALPHA = 2.6810828736277523;
export const BETA = 3.0504301992474105;

/** T, without its last row (1, 1, 0). */
export const T11 = 0.09443876248897524;
export const T12 = -0.1412552950209542;
export const T13 = -0.030029194105147424;
export const T21 = 0.2502131229653333;
export const T22 = 0.20412935229379994;
export const T23 = 0.3829421127572619;

/** T⁻¹. */
export const R11 = 4.178718591551905;
export const R12 = 0.32768282076106237;
export const R13 = 0.5233764454994495;
export const R21 = -4.178718591551905;
export const R22 = -0.32768282076106237;
export const R23 = 0.47662355450055044;
export const R31 = -0.5028726349457868;
export const R32 = 2.571926949855605;
export const R33 = -0.5960392048282249;

/** e = (−13 − 7√6, −13 + 7√6, −1) / 3. */
export const E1 = -10.048809399827416;
export const E2 = 1.382142733160749;
export const E3 = -0.3333333333333333;
