/** Characters without a width that other programs leave at the end of a name. */
const INVISIBLE_END = /[\s\p{Cc}\p{Cf}]+$/u

/**
 * Ends a text with a full stop, unless it already ends like a sentence: a name such as *B.V.* brings its own, also within quotation
 * marks.
 */
export function sentence(text: string): string {
  const trimmed = text.replace(INVISIBLE_END, '')
  return /[.!?…‥。！？][\p{Pf}\p{Pi}"']*$/u.test(trimmed) ? trimmed : `${trimmed}.`
}

/** Removes the full stop of a message behind a value that brought its own, such as *B.V..*; an ellipsis of three stays. */
export const withSingleStops = (text: string): string => text.replaceAll(/([^.][.!?…])\.(?=\s|$)/g, '$1')
