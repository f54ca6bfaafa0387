import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { pricesPath } from '#contract/price-list.ts'
import type { PriceList } from '#contract/schemas/price-list.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { IconButton, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './prices.module.css'

/** Address of the public page, to copy to the website of the practice. */
export function PriceLink({ practiceId, list }: { practiceId: string; list: PriceList }) {
  const { formatMessage } = useIntl()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState<'copied' | 'selected'>()
  const path = pricesPath(practiceId)

  async function copy() {
    try {
      await navigator.clipboard.writeText(field.current?.value ?? '')
      setDone('copied')
    } catch {
      field.current?.select()
      setDone('selected')
    }
  }

  return (
    <Panel padded className={styles.link}>
      <p className="muted">
        <FormattedMessage id={list.items.length > 0 ? 'admin.prices.text' : 'admin.prices.textNone'} />
      </p>
      <Field id={id} label={<FormattedMessage id="admin.prices.link" />}>
        <div className={styles.copy}>
          <input
            {...fieldAttributes({ id })}
            ref={field}
            className={input.input}
            readOnly
            value={new URL(path, location.href).href}
            onFocus={({ target }) => target.select()}
          />
          <IconButton icon={Copy} label={formatMessage({ id: 'admin.prices.copy' })} onClick={() => void copy()} />
        </div>
      </Field>
      {done && (
        <Message kind={done === 'copied' ? 'success' : 'info'}>
          <FormattedMessage id={done === 'copied' ? 'admin.prices.copied' : 'admin.prices.selected'} />
        </Message>
      )}
      <a className={linkButtonClass} href={path} target="_blank" rel="noreferrer">
        <ExternalLink />
        <FormattedMessage id="admin.prices.open" />
      </a>
    </Panel>
  )
}
