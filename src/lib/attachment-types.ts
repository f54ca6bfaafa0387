import { ATTACHMENT_TYPES } from '#contract/document.ts'

/**
 * Returns the attachment types of the API in the order of their tabs, from a meta element that can be edited in the built
 * index.html, like the API root. Read at each use, because tests change the element.
 */
export function attachmentTypes(): readonly string[] {
  const set = document.querySelector<HTMLMetaElement>('meta[name="portal-attachment-types"]')?.content ?? ''
  const types = new Set(set.split(/\s+/).filter(Boolean))
  return types.size > 0 ? [...types] : ATTACHMENT_TYPES
}
