import { proseOf } from './documents.ts'

/** First words that hide the subject of a sentence. */
const FIRST_WORDS = 'What|Who|Whose|Of|As|Those|Nobody|So that'
const METAPHORS = /\b(put away|let go|hears? of|washes clean|(is|are) told|way in|at the door)\b/i

/** Returns the sentences of a document, without its code blocks and tables. */
export const sentencesOf = (document: string): string[] =>
  proseOf(document)
    .replaceAll(/^ *\|.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*#]|\d+\.) ?)/)
    .flatMap((block) => {
      const text = block.replaceAll(/\s+/g, ' ').replace(/^[-*#\d. _>]+/, '')
      return text.split(/(?<=[.!?:;][’”)]?)\s+/)
    })

/** Whether a sentence begins with a word that hides its subject; questions may. */
export const hidesSubject = (sentence: string): boolean =>
  new RegExp(`^(${FIRST_WORDS})\\b`).test(sentence) && !sentence.endsWith('?')

export const hasMetaphor = (sentence: string): boolean => METAPHORS.test(sentence)

/** Returns the comments of a source that begin with a word that hides their subject. */
export const commentsWithoutSubject = (source: string): string[] =>
  [...source.matchAll(new RegExp(`^\\s*(?://|/\\*\\*?) *(?:${FIRST_WORDS})\\b.*`, 'gm'))].map(([comment]) =>
    comment.trim(),
  )
