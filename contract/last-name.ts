/**
 * Particles before a main name with their usual abbreviations, without punctuation: `v.d.`, `v/d` and `vd` become `vd`.
 */
const PARTICLES = new Set(
  `a aan aant ab ad ader af al am auf aus av bd ben bi bij bijt bin by d da dal dalla das de degli dei del dela della delle den der des
  di do dos du el gen het id im in int la las le les lo los od of onder op opt over overt s t te ten ter tho thoe thor to toe tot
  uijt uijtd uit uitt unter v va van vande vanden vander vant vd vde vden vder vdr vh vom von voor voort vor vt zu zum zur`.split(
    /\s+/,
  ),
)
const PUNCTUATION = /[\p{M}\p{Pd}'’‘`´ʼ./]/gu
// Not foldName(), whose table of letters would add 1.4 kB to the first page of staff.
const isParticle = (word: string) => PARTICLES.has(word.normalize('NFKD').toLowerCase().replaceAll(PUNCTUATION, ''))

/** Particles without a following space: `d'Hondt`, `v.d.Berg`, `'tHart`. */
const JOINED_PREFIX = /^(?:d['’‘`´]|(?:(?:v|d|a|t|h|in|op|vd|van|ter|['’‘`´]t)[./])+)(?=\p{L}{2})/iu
const JOINED_ARTICLE = /^['’‘`´]t(?=\p{Lu})/u

/**
 * Splits a last name into its particle (tussenvoegsel) and main name: `van den` and `Berg`. A name of only particles is
 * a main name.
 */
export function splitLastName(lastName: string): { particle: string; main: string } {
  const words = lastName.trim().split(/\s+/)
  const count = words.findIndex((word, index) => index === words.length - 1 || !isParticle(word))
  const main = words.slice(count).join(' ')
  const [prefix = ''] = JOINED_PREFIX.exec(main) ?? JOINED_ARTICLE.exec(main) ?? []
  const particle = [...words.slice(0, count), prefix].filter(Boolean).join(' ')
  return { particle, main: main.slice(prefix.length) }
}
