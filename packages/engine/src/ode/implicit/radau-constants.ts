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

/** The first node c₁ = (4 − √6)/10. */
export const C1 = 0.1550510257216822;
/** The second node c₂ = (4 + √6)/10; the third is 1. */
export const C2 = 0.6449489742783178;

/** The real eigenvalue γ of A⁻¹. */
export const GAMMA = 3.637834252744496;
/** The real part α of the complex eigenvalues α ± iβ of A⁻¹. */
export const ALPHA = 2.6810828736277523;
/** The imaginary part β of the complex eigenvalues α ± iβ of A⁻¹. */
export const BETA = 3.0504301992474105;

/** Entry (1, 1) of T, the last row of which is (1, 1, 0). */
export const T11 = 0.09443876248897524;
/** Entry (1, 2) of T. */
export const T12 = -0.1412552950209542;
/** Entry (1, 3) of T. */
export const T13 = -0.030029194105147424;
/** Entry (2, 1) of T. */
export const T21 = 0.2502131229653333;
/** Entry (2, 2) of T. */
export const T22 = 0.20412935229379994;
/** Entry (2, 3) of T. */
export const T23 = 0.3829421127572619;

/** Entry (1, 1) of T⁻¹. */
export const R11 = 4.178718591551905;
/** Entry (1, 2) of T⁻¹. */
export const R12 = 0.32768282076106237;
/** Entry (1, 3) of T⁻¹. */
export const R13 = 0.5233764454994495;
/** Entry (2, 1) of T⁻¹. */
export const R21 = -4.178718591551905;
/** Entry (2, 2) of T⁻¹. */
export const R22 = -0.32768282076106237;
/** Entry (2, 3) of T⁻¹. */
export const R23 = 0.47662355450055044;
/** Entry (3, 1) of T⁻¹. */
export const R31 = -0.5028726349457868;
/** Entry (3, 2) of T⁻¹. */
export const R32 = 2.571926949855605;
/** Entry (3, 3) of T⁻¹. */
export const R33 = -0.5960392048282249;

/** The weight e₁ = (−13 − 7√6) / 3 of the first stage in the error estimate. */
export const E1 = -10.048809399827416;
/** The weight e₂ = (−13 + 7√6) / 3 of the second stage in the error estimate. */
export const E2 = 1.382142733160749;
/** The weight e₃ = −1/3 of the third stage in the error estimate. */
export const E3 = -0.3333333333333333;
