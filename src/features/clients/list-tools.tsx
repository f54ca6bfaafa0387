import { useQueryClient } from '@tanstack/react-query'
import { Download, ListChecks } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CallError, CalledOff } from '#src/lib/http.ts'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './list-tools.module.css'
import type { ClientList } from './queries.ts'
import { whenLoaded } from './when-loaded.ts'

const loadBulk = () => import('./bulk-clients.tsx')
export const BulkClients = lazy(async () => ({ default: (await loadBulk()).BulkClients }))

interface ListToolsProps {
  list: ClientList
  practiceId: string
  lastName: string
  /** Was selecting until now: the focus comes back here. */
  back: boolean
  onSelect: () => void
}

export function ListTools({ list, practiceId, lastName, back, onSelect }: ListToolsProps) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState(false)
  const controller = useRef<AbortController>(null)
  // Whoever leaves does not wait for it any more.
  useEffect(() => () => controller.current?.abort(), [])

  async function save() {
    const { signal } = (controller.current = new AbortController())
    setSaving(true)
    try {
      const { saveClients } = await import('./save-clients.ts')
      await saveClients({ list, practiceId, lastName, signal, queryClient, intl })
    } catch (error) {
      // A call that failed was shown.
      if (!(error instanceof CallError || error instanceof CalledOff)) showMessage('error', 'core.errors.generalError')
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className={styles.tools}>
      <Button
        variant="ghost"
        icon={Download}
        busy={saving}
        aria-label={intl.formatMessage({ id: 'admin.clients.csvName' })}
        onClick={() => void save()}
      >
        <FormattedMessage id="admin.clients.csv" />
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- see `back` */}
      <Button variant="ghost" icon={ListChecks} autoFocus={back} onClick={() => void whenLoaded(loadBulk, onSelect)}>
        <FormattedMessage id="admin.bulk.open" />
      </Button>
    </div>
  )
}
