/** Ends a text with a full stop, unless it already ends like a sentence: a name such as *B.V.* brings its own. */
export const sentence = (text: string): string =>
  /[.!?…]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`
