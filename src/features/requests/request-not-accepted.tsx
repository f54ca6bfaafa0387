import type { Practice } from '#contract/schemas/practice.ts'
import MessageCircle from 'lucide-react/icons/message-circle'
import { FormattedMessage } from 'react-intl'
import { telephoneHref } from '#contract/telephone.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'

interface RequestNotAcceptedProps {
  practice: Pick<Practice, 'name' | 'phone'>
  viewedByStaff: boolean
}

/** Replaces a form that the user may not send, or whose kind the practice does not accept. */
export function RequestNotAccepted({ practice: { name, phone }, viewedByStaff }: RequestNotAcceptedProps) {
  return (
    <Panel>
      <Empty
        icon={MessageCircle}
        title={
          <FormattedMessage
            id={viewedByStaff ? 'client.requests.notYoursTitle' : 'client.requests.notTakenTitle'}
            values={{ name }}
          />
        }
      >
        {viewedByStaff ? (
          <FormattedMessage id="client.requests.notYours" />
        ) : (
          <FormattedMessage
            id="client.requests.notTaken"
            values={{
              phone: phone ? <PhoneLink phone={phone} /> : 'none',
              hasPhone: telephoneHref(phone) ? 'yes' : 'no',
            }}
          />
        )}
      </Empty>
    </Panel>
  )
}
