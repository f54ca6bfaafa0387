import { useMutation } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { FormattedMessage, useIntl } from 'react-intl'
import type { CsvImport } from '#contract/schemas/csv-import.ts'
import { csvImportMutations } from '#src/api/csv-imports.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/forms/button.tsx'

interface RemoveFileProps {
  practiceId: string
  file: Pick<CsvImport, 'id' | 'fileName' | 'state'>
  /** Called after the removal, because the button is gone. */
  onRemoved: () => void
}

/** Button that removes an uploaded file; absent while the file is loaded. */
export function RemoveFile({ practiceId, file: { id, fileName: name, state }, onRemoved }: RemoveFileProps) {
  const intl = useIntl()
  const { mutateAsync } = useMutation(csvImportMutations.remove(practiceId, id))
  if (state === 'loading') return null
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button
          variant="danger-quiet"
          icon={Trash2}
          aria-label={intl.formatMessage({ id: 'admin.csvImport.removeName' }, { name })}
          onClick={openDialog}
        >
          <FormattedMessage id="admin.csvImport.removeShort" />
        </Button>
      )}
      title={<FormattedMessage id="admin.csvImport.removeTitle" values={{ name }} />}
      confirmLabel={<FormattedMessage id="admin.csvImport.remove" />}
      act={async (close) => {
        await mutateAsync()
        close()
        onRemoved()
        showMessage('success', 'admin.csvImport.removed', { name })
      }}
    >
      <p>
        <FormattedMessage id="admin.csvImport.removeText" />
      </p>
    </ConfirmedButton>
  )
}
