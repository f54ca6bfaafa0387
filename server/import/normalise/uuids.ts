/**
 * Returns a UUID in its stored form, also from capitals, braces or digits without dashes. Returns other text in
 * lower case.
 */
export function readUuid(text: string): string {
  const digits = text
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replaceAll(/^[{(]|[)}]$/g, '')
  return /^[\da-f]{32}$/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : digits
}
