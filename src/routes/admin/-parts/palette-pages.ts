import { foldText } from '#contract/fold-name.ts'
import type { MessageId } from '#src/lib/message-id.ts'
import { PRACTICE_TABS, type Rights } from '#src/features/practice/practice-tabs.ts'

const admin =
  (...capabilities: readonly Parameters<Rights['has']>[0][]) =>
  ({ isAdmin, has }: Rights) =>
    isAdmin && capabilities.some((capability) => has(capability))

/** Words that find a page besides its title, in both languages: the titles of the other language and what people type instead. */
const PRACTICE_WORDS: Record<(typeof PRACTICE_TABS)[number]['to'], string> = {
  '/admin/practice': 'profiel profile logo naam name telefoon phone adres website iban rekening account',
  '/admin/practice/hours': 'openingstijden opening hours',
  '/admin/practice/invoices': 'gegevens voor facturen details for invoices btw vat kvk chamber of commerce ubl',
  '/admin/practice/prices': 'prijzen prijslijst tarieven prices price list fees',
  '/admin/practice/clients': 'clienten en email e-mails uitnodiging invitation herinneringen reminders clients and',
  '/admin/practice/security': 'beveiliging security tweede second factor wachtwoord password',
  '/admin/practice/data': 'gegevenskoppeling data connection import export koppeling sleutel key csv laden load',
  '/admin/practice/retention': 'bewaartermijnen retention periods bewaren keep verwijderen remove avg gdpr',
}

const always = () => true

const PAGES = [
  { to: '/admin/dashboard', label: 'admin.nav.dashboard', words: 'dashboard overzicht overview home', isShown: always },
  {
    to: '/admin/clients/registered',
    section: 'admin.nav.clients',
    label: 'admin.clients.registered',
    words: 'clienten clients geregistreerd registered',
    isShown: always,
  },
  {
    to: '/admin/clients/unregistered',
    section: 'admin.nav.clients',
    label: 'admin.clients.unregistered',
    words: 'clienten clients niet geregistreerd not registered unregistered',
    isShown: always,
  },
  {
    to: '/admin/visits',
    label: 'admin.visits.title',
    words: 'afspraken visits appointments agenda bezoeken dag day week',
    isShown: ({ has }: Rights) => has('visits'),
  },
  {
    to: '/admin/requests',
    label: 'admin.requests.title',
    words: 'verzoeken requests vragen questions',
    isShown: ({ has }: Rights) => has('requests'),
  },
  {
    to: '/admin/requests/settings',
    label: 'admin.requestSettings.title',
    words: 'instellingen voor verzoeken request settings',
    isShown: admin('requests'),
  },
  {
    to: '/admin/estimates',
    label: 'client.nav.estimates',
    words: 'begrotingen estimates offertes quotes kosten costs',
    isShown: ({ has }: Rights) => has('estimates'),
  },
  {
    to: '/admin/estimates/settings',
    label: 'admin.estimateSettings.title',
    words: 'instellingen voor begrotingen settings for estimates spoed emergency',
    isShown: admin('estimates'),
  },
  {
    to: '/admin/forms',
    label: 'admin.forms.title',
    words: 'formulieren forms toestemming consent vragenlijst questionnaire',
    isShown: ({ has }: Rights) => has('forms'),
  },
  {
    to: '/admin/forms/definitions',
    section: 'admin.forms.title',
    label: 'admin.forms.ours',
    words: 'onze formulieren our forms sjabloon template bewerken edit',
    isShown: ({ has }: Rights) => has('forms'),
  },
  ...PRACTICE_TABS.map(
    (tab) =>
      ({
        ...tab,
        section: 'admin.nav.practice',
        words: `praktijkgegevens practice details ${PRACTICE_WORDS[tab.to]}`,
      }) as const,
  ),
  {
    to: '/admin/staff',
    label: 'admin.nav.staff',
    words: 'medewerkers staff team collega colleague',
    isShown: admin('staff'),
  },
  {
    to: '/admin/figures',
    label: 'admin.nav.figures',
    words: 'figures cijfers statistiek statistics',
    isShown: admin('figures'),
  },
  { to: '/admin/audit', label: 'admin.nav.audit', words: 'activity activiteiten log audit', isShown: admin('audit') },
  {
    to: '/admin/settings',
    label: 'client.nav.settings',
    words: 'instellingen settings taal language wachtwoord password passkey',
    isShown: always,
  },
] as const

const ACTIONS = [
  {
    to: '/admin/staff',
    hash: 'invite',
    label: 'admin.staff.inviteTitle',
    words: 'invite staff',
    isShown: admin('staff'),
  },
  {
    to: '/admin/practice/data',
    label: 'admin.dashboard.loadClients',
    words: 'load data import',
    isShown: admin('csv-import', 'import-feed'),
  },
  {
    to: '/admin/estimates/edit',
    label: 'admin.estimates.new',
    words: 'nieuwe begroting new estimate',
    isShown: ({ has }: Rights) => has('estimates'),
  },
  {
    to: '/admin/forms/ask',
    label: 'admin.forms.ask',
    words: 'formulier vragen ask form',
    isShown: ({ has }: Rights) => has('forms'),
  },
  { to: '/admin/practice', label: 'admin.practice.logoChoose', words: 'choose logo', isShown: always },
  { to: null, label: 'core.header.logout', words: 'uitloggen sign out logout afmelden', isShown: always },
] as const

/** Page or action of the palette; without `to`, it signs out. */
export type PalettePage = (typeof PAGES)[number] | (typeof ACTIONS)[number]

interface FoundPages {
  pages: readonly PalettePage[]
  actions: readonly PalettePage[]
}

/** Returns the texts of a page's title: the section in the sidebar, if the page is a part of one, and the page. */
export const titleOf = (page: PalettePage): readonly MessageId[] =>
  'section' in page ? [page.section, page.label] : [page.label]

/** Returns the permitted pages and actions whose words begin with those of the query; without a query, all pages. */
export function findPages(query: string, rights: Rights, textOf: (id: MessageId) => string): FoundPages {
  const wanted = wordsOf(query)
  const matches = (page: PalettePage) => {
    const words = wordsOf([...titleOf(page).map(textOf), page.words].join(' '))
    return page.isShown(rights) && wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
  if (query === '') return { pages: PAGES.filter(matches), actions: [] }
  // A single letter would list half of the pages below the clients.
  if (query.length < 2) return { pages: [], actions: [] }
  return { pages: PAGES.filter(matches), actions: ACTIONS.filter(matches) }
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
