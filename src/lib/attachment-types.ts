import { ATTACHMENT_TYPES } from '#contract/document.ts'

/**
 * The types of attachments that the API has, in the order of their tabs: editable in the built index.html, as the API's root is.
 * Read at each use, for it costs nothing, and a test may have others.
 */
export function attachmentTypes(): readonly string[] {
  const set = document.querySelector<HTMLMetaElement>('meta[name="portal-attachment-types"]')?.content ?? ''
  const types = new Set(set.split(/\s+/).filter(Boolean))
  return types.size > 0 ? [...types] : ATTACHMENT_TYPES
}
