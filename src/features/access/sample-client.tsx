import Eye from 'lucide-react/icons/eye'
import { FormattedMessage } from 'react-intl'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { useCan } from '#src/api/capabilities.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { useViewAs } from './view-as.ts'

/** Opens the portal as the sample client, with invented data; absent if the API has none. */
export function SampleClientButton() {
  const viewAs = useViewAs()
  if (!useCan('sample-client')) return null
  return (
    <Button variant="secondary" icon={Eye} onClick={() => viewAs(SAMPLE_CLIENT_ID)}>
      <FormattedMessage id="admin.sample.view" />
    </Button>
  )
}
