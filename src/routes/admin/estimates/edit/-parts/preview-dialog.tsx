import { FormattedMessage } from 'react-intl'
import type { Estimate, EstimateContent } from '#contract/schemas/estimate.ts'
import { EmergencyPanel, EstimatePanels } from '#src/features/estimates/estimate-panels.tsx'
import { LongDay } from '#src/features/estimates/estimate-texts.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import styles from './preview-dialog.module.css'

interface PreviewDialogProps {
  estimate: EstimateContent
  terms: Estimate['terms']
  onClose: () => void
}

/** Estimate as the owner reads it. */
export function PreviewDialog({ estimate, terms, onClose }: PreviewDialogProps) {
  const { reason, patientName, validUntil } = estimate
  return (
    <Dialog title={<FormattedMessage id="admin.estimates.preview" />} className={styles.dialog} onClose={onClose}>
      <div>
        <h3>{[patientName, reason].filter(Boolean).join(': ')}</h3>
        <p className="small">
          <FormattedMessage
            id="client.estimates.validUntil"
            values={{ day: <LongDay key="day" date={validUntil} /> }}
          />
        </p>
      </div>
      <EstimatePanels estimate={estimate} />
      {terms && (
        <>
          <p className="small">{terms.confirmation}</p>
          <EmergencyPanel terms={terms} />
        </>
      )}
    </Dialog>
  )
}
