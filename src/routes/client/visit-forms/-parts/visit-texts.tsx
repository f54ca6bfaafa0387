import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { VisitForm } from '#contract/visit-form.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './visit-page.module.css'

/** What was said and done, in the order of a visit. */
export function VisitTexts({ visit, title }: { visit: VisitForm; title: string }) {
  const { reason, findings, diagnosis, treatment, advice, medication } = visit
  const texts: [name: ReactNode, text: string | undefined][] = [
    // Not once more what is the title already.
    [<FormattedMessage key="reason" id="client.visitForms.reason" />, reason?.trim() === title ? undefined : reason],
    [<FormattedMessage key="findings" id="client.visitForms.findings" />, findings],
    [<FormattedMessage key="diagnosis" id="client.visitForms.diagnosis" />, diagnosis],
    [<FormattedMessage key="treatment" id="client.visitForms.treatment" />, treatment],
    [<FormattedMessage key="advice" id="client.visitForms.advice" />, advice],
  ]
  const filled = texts.filter(([, text]) => text?.trim())
  if (filled.length === 0) {
    return medication && medication.length > 0 ? null : (
      <p className="muted">
        <FormattedMessage id="client.visitForms.nothingMore" />
      </p>
    )
  }
  return (
    <Panel padded className={styles.texts}>
      {filled.map(([name, text], index) => (
        <section key={index} className={styles.text}>
          <h2>{name}</h2>
          <p>{text?.trim()}</p>
        </section>
      ))}
    </Panel>
  )
}
