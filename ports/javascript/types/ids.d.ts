/**
 * The id of a scheme that is given by itself or by its id. Throws TypeError.
 * @param {SchemeId | { id: SchemeId }} scheme
 * @returns {SchemeId}
 */
export function idOf(scheme: SchemeId | {
    id: SchemeId;
}): SchemeId;
export function isMinHash(scheme: string): scheme is "mh1" | "mw1";
export function idOfString(id: string): SchemeId | undefined;
/**
 * The name of a scheme.
 */
export type SchemeId = "sm1" | "sd1" | "mh1" | "mw1";
