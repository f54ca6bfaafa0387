export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\n]|\\\\["\\\\n])*"'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)?\\})? (\\S+)$`)
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]?inf(?:inity)?|nan)$/i
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total', '_created'],
  gauge: [''],
  histogram: ['_bucket', '_count', '_sum', '_created'],
  summary: ['', '_count', '_sum', '_created'],
  unknown: [''],
}

/** Parses the OpenMetrics text format, version 1.0.0, without timestamps and exemplars. Throws for an invalid line. */
export function readOpenMetrics(text: string): Sample[] {
  if (!text.endsWith('\n# EOF\n')) throw new Error('Missing # EOF at the end')
  const samples: Sample[] = []
  const families = new Set<string>()
  const seen = new Set<string>()
  let family = { name: '', type: 'unknown' }
  for (const line of text.slice(0, -'# EOF\n'.length).trimEnd().split('\n')) {
    const wrong = (why: string) => new Error(`${why}: ${line}`)
    const [, word, name = '', value = ''] = /^# (HELP|TYPE|UNIT) (\S+) (.*)$/.exec(line) ?? []
    if (word) {
      if (family.name !== name) {
        if (families.has(name)) throw wrong('Repeated family')
        families.add(name)
        family = { name, type: 'unknown' }
      }
      if (word === 'TYPE') {
        if (!(value in SUFFIXES)) throw wrong('Unknown type')
        family.type = value
      }
      continue
    }
    const [, sample = '', labels = '', number = ''] = SAMPLE.exec(line) ?? []
    if (!sample) throw wrong('Invalid sample')
    if (!NUMBER.test(number)) throw wrong('Invalid number')
    if (!SUFFIXES[family.type]!.some((suffix) => sample === family.name + suffix))
      throw wrong('Sample of another family')
    if (seen.has(`${sample}{${labels}}`)) throw wrong('Repeated sample')
    seen.add(`${sample}{${labels}}`)
    samples.push({
      name: sample,
      labels: labelsOf(labels, wrong),
      value: Number(number.replace(/^([+-]?)inf.*$/i, '$1Infinity')),
    })
  }
  return samples
}

function labelsOf(text: string, wrong: (why: string) => Error): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const [pair] of text.matchAll(new RegExp(LABEL, 'g'))) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (name in labels) throw wrong('Repeated label')
    labels[name] = value.slice(1, -1).replaceAll(/\\(["\\n])/g, (_, one: string) => (one === 'n' ? '\n' : one))
  }
  return labels
}
