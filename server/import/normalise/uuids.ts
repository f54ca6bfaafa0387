/** A UUID as it is stored, of one in braces, without dashes, or in capitals; any other text in small letters. */
export function readUuid(text: string): string {
  const digits = text
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replaceAll(/^[{(]|[)}]$/g, '')
  return /^[\da-f]{32}$/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : digits
}
