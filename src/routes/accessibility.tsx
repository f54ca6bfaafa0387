import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { APP_VERSION } from '#src/lib/constants.ts'
import { asDate } from '#src/lib/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Main } from '#src/ui/layout/shell.tsx'
import { AccessibilityContact } from './accessibility/-parts/accessibility-contact.tsx'
import styles from './accessibility/-parts/accessibility.module.css'
import { BackButton } from '#src/features/shell/leave-links.tsx'

export const Route = createFileRoute('/accessibility')({
  staticData: { title: 'core.accessibility.title' },
  component: Accessibility,
})

type Item = readonly [name: MessageId, text: MessageId]

// Only claims that tests verify; tests/rules/accessibility.test.ts names the tests of each claim.
const TESTED: readonly Item[] = [
  ['core.accessibility.keyboard', 'core.accessibility.keyboardText'],
  ['core.accessibility.rules', 'core.accessibility.rulesText'],
  ['core.accessibility.zoom', 'core.accessibility.zoomText'],
  ['core.accessibility.motion', 'core.accessibility.motionText'],
  ['core.accessibility.colours', 'core.accessibility.coloursText'],
  ['core.accessibility.order', 'core.accessibility.orderText'],
  ['core.accessibility.documents', 'core.accessibility.documentsText'],
]
const UNTESTED: readonly Item[] = [
  ['core.accessibility.people', 'core.accessibility.peopleText'],
  ['core.accessibility.readers', 'core.accessibility.readersText'],
  ['core.accessibility.browsers', 'core.accessibility.browsersText'],
  ['core.accessibility.aids', 'core.accessibility.aidsText'],
]
const KNOWN: readonly Item[] = [
  ['core.accessibility.files', 'core.accessibility.filesText'],
  ['core.accessibility.language', 'core.accessibility.languageText'],
  ['core.accessibility.messages', 'core.accessibility.messagesText'],
]
const UPDATED = '2026-11-21'

function Accessibility() {
  const intl = useIntl()
  const date = intl.formatDate(asDate(UPDATED), { dateStyle: 'long' })
  return (
    <Main>
      <Page>
        <PageHead
          title={<FormattedMessage id="core.accessibility.title" />}
          lead={<FormattedMessage id="core.accessibility.lead" />}
        />
        <Part title="core.accessibility.tested" items={TESTED}>
          <FormattedMessage id="core.accessibility.testedLead" />
        </Part>
        <Part title="core.accessibility.untested" items={UNTESTED} />
        <Part title="core.accessibility.known" items={KNOWN} />
        <Section title="core.accessibility.tell">
          <AccessibilityContact />
        </Section>
        <p className="muted small">
          <FormattedMessage id="core.accessibility.updated" values={{ date, version: APP_VERSION }} />
        </p>
        <div className="row">
          <BackButton />
        </div>
      </Page>
    </Main>
  )
}

function Section({ title, children }: { title: MessageId; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title}>
        <FormattedMessage id={title} />
      </h2>
      <Panel padded className={styles.panel}>
        {children}
      </Panel>
    </section>
  )
}

function Part({ title, items, children }: { title: MessageId; items: readonly Item[]; children?: ReactNode }) {
  return (
    <Section title={title}>
      {children && <p>{children}</p>}
      <dl className={styles.items}>
        {items.map(([name, text]) => (
          <div key={name}>
            <dt>
              <FormattedMessage id={name} />
            </dt>
            <dd>
              <FormattedMessage id={text} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
