declare const content: unique symbol

/** A column of JSON text, with what this server writes into it. */
export type Json<T> = string & { readonly [content]?: T }

/** Reads JSON of this server's own. */
export const parseJson = <T>(text: Json<T>): T => JSON.parse(text)
