import ExternalLink from 'lucide-react/icons/external-link'
import { Fold } from '#src/ui/data/fold.tsx'
import styles from './pay-dialog.module.css'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatIban } from '#contract/iban.ts'
import { money } from '#src/lib/money.ts'
import { IconButton, buttonClass } from '#src/ui/forms/button.tsx'
import { QrCode } from '#src/ui/figures/qr-code.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { type Payment, epcText, namingOf } from './payment.ts'
import { PHONE } from '#src/lib/constants.ts'
import { useMedia } from '#src/lib/use-media.ts'

/** Largest QR version that EPC069-12 allows, with UTF-8 bytes and error correction M. */
const MAX_VERSION = 13

/** Shows how to pay an invoice. The portal learns of a payment only from the next export of the practice. */
export function PayDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const isPhone = useMedia(PHONE)
  const intl = useIntl()
  const [status, setStatus] = useState('')
  const { invoice, amount, account, url } = payment
  const text = intl.formatMessage
  const naming = namingOf(invoice, intl)
  const reference = naming.number.trim() || text({ id: 'client.pay.invoiceOf' }, naming)
  const amountText = money(intl, amount)
  const typedAmount = intl.formatNumber(amount / 100, { minimumFractionDigits: 2, useGrouping: false })
  return (
    <Dialog
      title={<FormattedMessage id="client.invoices.payName" values={naming} />}
      className={styles.dialog}
      onClose={onClose}
    >
      {(url || !account) && <p className={styles.amount}>{amountText}</p>}
      {url && (
        <a className={buttonClass({ variant: 'primary' })} href={url} target="_blank" rel="noopener noreferrer">
          <ExternalLink />
          <span>
            <FormattedMessage id="client.pay.online" />
          </span>
        </a>
      )}
      {url && account && (
        <h3>
          <FormattedMessage id="client.pay.transfer" />
        </h3>
      )}
      {account && (
        <div className={styles.transfer}>
          <dl className={styles.facts}>
            <CopiedFact name={text({ id: 'client.pay.amount' })} text={typedAmount} onCopy={setStatus}>
              <strong>{amountText}</strong>
            </CopiedFact>
            <CopiedFact name={text({ id: 'client.pay.iban' })} text={account.iban} onCopy={setStatus}>
              {formatIban(account.iban)}
            </CopiedFact>
            <CopiedFact name={text({ id: 'client.pay.name' })} text={account.name} onCopy={setStatus}>
              {account.name}
            </CopiedFact>
            <CopiedFact name={text({ id: 'client.pay.reference' })} text={reference} onCopy={setStatus}>
              {reference}
            </CopiedFact>
          </dl>
          {/* Closed on a telephone, which cannot scan its own screen. */}
          <div className={styles.scan}>
            <Fold isOpen={!isPhone} title={<FormattedMessage id="client.pay.showCode" />}>
              <div className={styles.code}>
                <QrCode
                  maxVersion={MAX_VERSION}
                  text={epcText({ ...account, amount, reference })}
                  label={text(
                    { id: 'client.pay.code' },
                    { amount: amountText, iban: formatIban(account.iban), name: account.name, reference },
                  )}
                />
                <p className="small muted">
                  <FormattedMessage id="client.pay.codeText" />
                </p>
              </div>
            </Fold>
          </div>
        </div>
      )}
      <p className="small muted">
        <FormattedMessage id="client.pay.later" />
      </p>
      <p className={styles.status} role="status">
        {status}
      </p>
    </Dialog>
  )
}

interface CopiedFactProps {
  name: string
  text: string
  children: ReactNode
  /** Gets the message about the result. */
  onCopy: (status: string) => void
}

/** Fact with a copy button. If the clipboard is blocked, the text is selected instead. */
export function CopiedFact({ name, text, children, onCopy }: CopiedFactProps) {
  const { formatMessage } = useIntl()
  const shown = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      onCopy(formatMessage({ id: 'client.pay.copied' }, { what: name }))
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      onCopy(formatMessage({ id: 'client.pay.notCopied' }, { what: name }))
    }
  }

  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd ref={shown}>{children}</dd>
      <dd>
        <IconButton
          icon={Copy}
          label={formatMessage({ id: 'client.pay.copy' }, { what: name })}
          onClick={() => void copy()}
        />
      </dd>
    </div>
  )
}
