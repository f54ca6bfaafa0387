/** Key prefix of documents, and of no other files. */
export const DOCUMENT_KEYS = 'paper-'
