import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LANGUAGES } from '#contract/languages.ts'
import { PREVIEWED_MAILS, type PreviewedMail } from '#contract/mail.ts'
import { useCan } from '#src/api/capabilities.ts'
import { mailPreviewQueries } from '#src/api/mails.ts'
import { LANGUAGE_NAMES } from '#src/lib/constants.ts'
import { type MessageId, useLanguage } from '#src/lib/intl.tsx'
import { failureText } from '#src/lib/problems.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { practiceQueries } from '#src/api/practices.ts'
import { pictureAt } from '#src/features/practice/practice-tile.tsx'
import styles from './mail-preview.module.css'

const NAMES: Record<PreviewedMail, MessageId> = {
  activation: 'admin.mailPreview.activation',
  access: 'admin.mailPreview.access',
  reminders: 'admin.mailPreview.reminders',
  'request-answered': 'admin.mailPreview.answered',
}

/** Preview of the mails that clients of the practice receive. */
export function MailPreviewDialog({ practiceId, onClose }: { practiceId: string; onClose: () => void }) {
  const intl = useIntl()
  const hasReminders = useCan('reminder-mails')
  const hasRequests = useCan('requests')
  const isSent = { activation: true, access: true, reminders: hasReminders, 'request-answered': hasRequests }
  const kinds = PREVIEWED_MAILS.filter((known) => isSent[known])
  const [kind, setKind] = useState<PreviewedMail>('activation')
  const [language, setLanguage] = useState(useLanguage())
  const { data: practice } = useQuery({ ...practiceQueries.one(practiceId), enabled: false })
  const address = practice?.logoUrl && pictureAt(practice.logoUrl)
  const logo = practice?.logoUrl && address ? { url: practice.logoUrl, address } : undefined
  const { data, error } = useQuery(mailPreviewQueries.of(practiceId, { kind, language }))
  return (
    <Dialog title={<FormattedMessage id="admin.mailPreview.title" />} className={styles.dialog} onClose={onClose}>
      <div className={styles.choices}>
        <SelectInput
          label={intl.formatMessage({ id: 'admin.mailPreview.kind' })}
          value={kind}
          onChange={(chosen) => setKind(PREVIEWED_MAILS.find((known) => known === chosen) ?? 'activation')}
          options={kinds.map((value) => ({ value, label: intl.formatMessage({ id: NAMES[value] }) }))}
        />
        <Segmented
          legend={intl.formatMessage({ id: 'core.header.language' })}
          name="language"
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> }))}
        />
      </div>
      {data ? (
        <section
          className={styles.mail}
          aria-label={intl.formatMessage({ id: 'admin.mailPreview.mail' })}
          lang={language}
        >
          <p className={styles.subject}>{data.subject}</p>
          <div
            key={data.html}
            ref={(element) => {
              if (element) drawMail(element, data.html, logo)
            }}
          />
        </section>
      ) : error ? (
        <Message kind="error">{failureText(error)}</Message>
      ) : (
        <p className={styles.waiting}>
          <Spinner />
        </p>
      )}
    </Dialog>
  )
}

/** Elements of a mail besides the logo. Other elements are dropped with their content. */
const ELEMENTS = ['MAIN', 'H1', 'H2', 'P', 'UL', 'LI', 'BR', 'A', 'TABLE', 'TBODY', 'TR', 'TD']
/** Default styles of a mail, like those of its body. */
const PAPER = 'display:block;padding:24px;background:#ffffff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif'

/**
 * Renders a mail in a shadow root, without the styles of the page. The Content Security Policy blocks inline styles of a framed
 * document, but permits styles set by a script. So all nodes are recreated, and their styles are set one by one. Links are inactive.
 */
function drawMail(host: HTMLElement, html: string, logo: Logo | undefined): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const mail = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  const paper = document.createElement('div')
  paper.style.cssText = PAPER
  paper.append(...copiesOf(mail.body, logo))
  root.replaceChildren(paper)
}

/** Removes inline styles before parsing, because the Content Security Policy would block and report them. */
const withoutStyles = (html: string) =>
  html
    .replaceAll(/<style>[^<]*<\/style>/g, '')
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replace(/\sstyle="/, ' data-style="'))

/** The only image that is rendered. */
interface Logo {
  /** URL of the logo in the mail. */
  url: string
  /** URL from which the portal loads the logo. */
  address: string
}

function copiesOf(parent: Element, logo: Logo | undefined): Node[] {
  return [...parent.childNodes].flatMap((node): Node[] => {
    if (node instanceof Text) return [document.createTextNode(node.data)]
    if (!(node instanceof Element)) return []
    const isLogo = node.tagName === 'IMG' && node.getAttribute('src') === logo?.url
    if (!isLogo && !ELEMENTS.includes(node.tagName)) return []
    const copy = document.createElement(node.tagName)
    if (logo && copy instanceof HTMLImageElement) Object.assign(copy, { src: logo.address, alt: '' })
    copy.style.cssText = node.getAttribute('data-style') ?? ''
    if (node.getAttribute('role') === 'presentation') copy.setAttribute('role', 'presentation')
    copy.append(...copiesOf(node, logo))
    return [copy]
  })
}
