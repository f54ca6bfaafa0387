import type { ImportKindWarnings, ImportProblem, ImportWarnings, LargePart } from '#contract/schemas/imports.ts'
import { type ImportReason, MIN_CONFIRMED, UNREADABLE, isLarge } from '#contract/imports.ts'
import { sql } from 'kysely'
import { oneRow } from '#server/db/one-row.ts'
import type { Database } from '#server/db/schema.ts'
import type { Checked } from './check.ts'
import { type NoteGroup, firstNotes, noteGroups } from './links.ts'
import { reasonOf } from './reasons.ts'

/** Usual maximum number of problems, and of warnings, listed in the report. */
const MAX_SHOWN = 20

/** Reasons to reject a whole export: it contains another practice's records, or cannot be read. */
export interface ExportProblems {
  /** Problems in the order of the file. */
  first: ImportProblem[]
  count: number
  lines: number
}

/** Notes that reject the export. A record of an unknown practice counts as another practice's record. */
const isError = ({ field, code }: NoteGroup) =>
  code === 'otherPractice' || (field === 'practiceId' && code === 'unknown')
/** Notes about lines that lose nothing, so the lines do not count as left out. */
const isNoLoss = ({ kind, code, field }: NoteGroup) =>
  field === 'replaces' ||
  NO_LOSS.includes(code) ||
  (code === 'unknown' && (kind === 'requestAnswer' || kind === 'invoiceLine'))
const NO_LOSS: readonly (ImportReason | undefined)[] = ['repeated', 'operatorOnly', 'removalUndone', 'lastAdmin']
/** Notes that concern only a field; the rest of the line is loaded. */
const isOfField = ({ code, field }: ImportProblem) => code === 'operatorOnly' || field === 'replaces'

const firstOf = (problems: ImportProblem[], most: number) => problems.toSorted((a, b) => a.line - b.line).slice(0, most)

/** Share of the clients of an export above which it is another practice's export. */
const WRONG_SHARE = 0.9

type Kinds = Map<string, ImportKindWarnings>

/** Collects the lines and fields left out of an export, in constant memory. */
export class Findings {
  readonly #kinds: Kinds = new Map()
  /** Kinds including the notes about staged lines. */
  #found: Kinds = new Map()
  #first: ImportProblem[] = []
  #count = 0
  /** Reasons why reading the export stopped early. */
  #cutShort: ImportProblem[] = []
  readonly #most: number

  /** `most`: number of problems, and of warnings, to list. */
  constructor(most = MAX_SHOWN) {
    this.#most = most
  }

  get isCutShort(): boolean {
    return this.#cutShort.length > 0
  }

  add(checked: Checked): void {
    if ('problems' in checked && checked.line === 0) {
      this.#cutShort.push(...checked.problems)
      return
    }
    const isLeftOut = 'problems' in checked
    const kind = kindIn(
      this.#kinds,
      isLeftOut ? (checked.kind ?? UNREADABLE) : 'record' in checked ? checked.record.record : checked.removal.kind,
    )
    kind.lines += 1
    // A row of an invoice without an amount is a remark, such as a greeting.
    if (isLeftOut && checked.kind !== 'invoiceLine') kind.leftOut += 1
    const notes = isLeftOut ? checked.problems.map((note) => ({ ...note, wholeLine: true })) : checked.warnings
    if (!notes) return
    for (const { code } of notes) countNote(kind, code)
    this.#count += notes.length
    if (this.#first.length < this.#most) this.#first.push(...notes.slice(0, this.#most))
  }

  /** Returns problems and warnings, including the notes about staged lines so far. */
  async together(db: Database): Promise<{ problems: ExportProblems; warnings: ImportWarnings }> {
    const groups = await noteGroups(db)
    const wrong = await this.#wrongPractice(db, groups)
    if (wrong) return wrong
    const errors = groups.filter(isError)
    const others = groups.filter((group) => !isError(group))
    const kinds = new Map([...this.#kinds].map(([name, kind]) => [name, structuredClone(kind)]))
    for (const group of others) {
      const kind = kindIn(kinds, group.kind)
      if (!isNoLoss(group)) kind.leftOut += group.count
      countNote(kind, group.code, group.count)
    }
    this.#found = kinds
    const count = this.#count + others.reduce((sum, group) => sum + group.count, 0)
    const links = await firstNotes(db, others, this.#most)
    const first = firstOf(
      [...this.#first, ...links.map((note) => (isOfField(note) ? note : { ...note, wholeLine: true }))],
      this.#most,
    )
    return {
      problems: await this.#problems(db, errors),
      warnings: { count, first, ...(count > 0 && { kinds: Object.fromEntries(kinds) }) },
    }
  }

  /** Returns the parts of the export of which so much is left out that an admin must confirm. */
  largeParts(): LargePart[] {
    const total = this.#found.values().reduce((sum, { lines }) => sum + lines, 0)
    return [...this.#found]
      .map(([kind, { lines, leftOut }]) => {
        return { kind, what: 'leftOut' as const, count: leftOut, of: kind === UNREADABLE ? total : lines }
      })
      .filter(isLarge)
  }

  /** Returns one problem instead of thousands if nearly all clients belong to another practice. */
  async #wrongPractice(db: Database, groups: readonly NoteGroup[]) {
    const clients = this.#kinds.get('client')?.lines ?? 0
    const wrong = groups
      .filter((group) => group.kind === 'client' && isError(group))
      .reduce((sum, { count }) => sum + count, 0)
    if (wrong < MIN_CONFIRMED || wrong < clients * WRONG_SHARE) return undefined
    const { practice } = await oneRow(
      sql<{ practice: string }>`select practice_id as practice from staged_client
        where practice_id is not null group by practice_id order by count(*) desc limit 1`,
      db,
    )
    const problem = { line: 0, field: '', ...reasonOf('wrongPractice', practice) }
    return { problems: { first: [problem], count: 1, lines: wrong }, warnings: { count: 0, first: [] } }
  }

  async #problems(db: Database, errors: NoteGroup[]): Promise<ExportProblems> {
    const whole = [...this.#cutShort]
    const kinds = [...this.#kinds.keys()]
    if (whole.length === 0 && kinds.length > 0 && kinds.every((kind) => kind === UNREADABLE))
      whole.push({ line: 0, field: '', ...reasonOf('notReadable') })
    const lines = errors.reduce((sum, { count }) => sum + count, 0)
    return {
      first: [...whole, ...(await firstNotes(db, errors, this.#most))].slice(0, this.#most),
      count: whole.length + lines,
      lines,
    }
  }
}

function kindIn(kinds: Kinds, name: string): ImportKindWarnings {
  const kind = kinds.get(name) ?? { lines: 0, leftOut: 0, reasons: {} }
  kinds.set(name, kind)
  return kind
}

function countNote(kind: ImportKindWarnings, code = 'other', count = 1): void {
  kind.reasons[code] = (kind.reasons[code] ?? 0) + count
}
