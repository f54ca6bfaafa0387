/** Key prefix of documents, and of no other files. */
export const DOCUMENT_KEYS = 'paper-'

/** Storage key of a photo of a request. */
export const photoKey = (id: string): string => `photo-${id}`
