/**
 * A text, or what programs that write JSON by hand put between texts. Linear in the length of a line: a text without an end is one match,
 * and the lookbehind runs only where a value can begin.
 */
const TOKEN =
  /"(?:[^"\\]|\\.)*(?:"|\\?$)|,(?=\s*(?:[}\]]|$))|(?=[-+.\dA-Za-z])(?<=[:[,]\s*)(?:NaN|[+-]?Infinity|undefined|None|True|False|[+-]?\.\d+|0\d+)(?=\s*[,}\]])/gs
const BAD_ESCAPE = /\\(?:u(?![\da-f]{4})|[^"\\/bfnrtu])/gi
const ESCAPE = /\\(?:u[\da-f]{4}|.)/gis
const CONTROLS = /\p{Cc}/gu

/**
 * A line as JSON: without commas behind the last value and control characters in texts, with single backslashes doubled, and with
 * the values of other languages as JSON has them. A number that begins with a zero is a text.
 */
export const repairJson = (line: string): string =>
  line
    .replaceAll(CONTROLS, ' ')
    .replaceAll(TOKEN, (token) => (token.startsWith('"') ? repairText(token) : valueOf(token)))

const repairText = (text: string): string =>
  text.replaceAll(ESCAPE, (escape) => (escape === "\\'" ? "'" : escape.replace(BAD_ESCAPE, (bad) => `\\${bad}`)))

function valueOf(token: string): string {
  if (token === ',') return ''
  if (token === 'True' || token === 'False') return token.toLowerCase()
  if (/^0\d/.test(token)) return `"${token}"`
  return token.includes('.') ? token.replace('+', '').replace('.', '0.') : 'null'
}
