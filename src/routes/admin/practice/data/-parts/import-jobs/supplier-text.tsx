import Copy from 'lucide-react/icons/copy'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { apiRoot } from '#src/lib/api-root.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './import-jobs.module.css'

const callUrl = (path: string) => new URL(`${apiRoot}/${path}`, location.href).href

/** Text that an admin sends to the supplier of the practice system. It has no key, which is sent separately. */
export function SupplierText({ practiceId }: { practiceId: string }) {
  const { formatMessage } = useIntl()
  const field = useRef<HTMLPreElement>(null)
  const [copied, setCopied] = useState<'copied' | 'selected'>()
  const key = formatMessage({ id: 'admin.imports.supplierKey' })
  const curl = `curl --fail-with-body -X PUT --data-binary @export.jsonl -H "Authorization: Bearer ${key}" -H "Content-Type: application/x-ndjson" "${callUrl(`practice/${encodeURIComponent(practiceId)}/import`)}?sequence=1&check=true"`
  const text = formatMessage(
    { id: 'admin.imports.supplierText' },
    { curl, schema: callUrl('export-line.schema.json'), key },
  )

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('copied')
    } catch {
      if (field.current) getSelection()?.selectAllChildren(field.current)
      setCopied('selected')
    }
  }

  return (
    <Fold isInline title={<FormattedMessage id="admin.imports.supplier" />}>
      <div className={styles.supplier}>
      <p className="muted small">
        <FormattedMessage id="admin.imports.supplierHint" />
      </p>
      <pre ref={field} className={styles.text} translate="no">
        {text}
      </pre>
      <Button variant="secondary" icon={Copy} onClick={() => void copy()}>
        <FormattedMessage id="admin.imports.supplierCopy" />
      </Button>
      {copied && (
        <Message kind={copied === 'copied' ? 'success' : 'info'}>
          <FormattedMessage id={copied === 'copied' ? 'admin.imports.supplierCopied' : 'admin.imports.supplierSelected'} />
        </Message>
      )}
      </div>
    </Fold>
  )
}
