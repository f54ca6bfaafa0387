import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CallError, CalledOff } from '#src/lib/http.ts'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/button.tsx'
import type { InvoiceFilter } from './queries.ts'
import { saveInvoices } from './save-invoices.ts'

interface SaveButtonProps {
  clientId: string
  filter: InvoiceFilter
}

export function SaveButton({ clientId, filter }: SaveButtonProps) {
  const intl = useIntl()
  const [saving, setSaving] = useState(false)
  const controller = useRef<AbortController>(null)
  // Whoever leaves does not wait for it any more.
  useEffect(() => () => controller.current?.abort(), [])

  async function save() {
    const { signal } = (controller.current = new AbortController())
    setSaving(true)
    try {
      await saveInvoices({ clientId, filter, signal, intl })
    } catch (error) {
      controller.current.abort()
      // A call that failed was shown.
      if (!(error instanceof CallError || error instanceof CalledOff)) showMessage('error', 'core.errors.generalError')
    } finally {
      setSaving(false)
    }
  }

  return (
    <Button
      variant="ghost"
      icon={Download}
      busy={saving}
      aria-label={intl.formatMessage({ id: 'client.invoices.csvName' })}
      onClick={() => void save()}
    >
      <FormattedMessage id="client.invoices.csv" />
    </Button>
  )
}
