import styles from '#src/features/patients/patients.module.css'
import { useNavigate } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { periodOf, periodSearch } from '#src/features/logbook/period.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { isFormer, isLivestock, mayBeFood } from '#contract/patient.ts'
import { type PatientProps, type PatientSearch, type TimelineKind, kindsOf, kindsSearch } from './patient-props.ts'
import { useLogbook } from './use-logbook.ts'
import { ClaimLink } from './claim/claim-link.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { RequestLink } from '#src/features/requests/request-links.tsx'
import { Identity } from '#src/features/patients/identity.tsx'
import { PatientPhoto } from '#src/features/patients/patient-photo.tsx'
import { isHerd } from '#src/features/patients/patient-texts.ts'
import { PatientFacts } from '#src/features/patients/patient-facts.tsx'
import { today as todayNow } from '#src/lib/dates.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { classes } from '#src/ui/classes.ts'
import { Stack } from '#src/ui/layout/page.tsx'
import { TravelCardPage } from './card/travel-card.tsx'
import { CardView } from './card/card-view.tsx'
import { LogbookView } from './logbook/logbook-view.tsx'
import { MedicinesView } from './medicines/medicines-view.tsx'
import { TimelineView } from './timeline/timeline-view.tsx'
import { hasMedicines } from '#src/features/medicines/medicine-rows.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { TabLink, Tabs } from '#src/ui/navigation/tabs.tsx'

/** Width from which the facts are open. */
const WIDE = '(min-width: 47.5rem)'

/** Identity, facts and a view of a patient. */
export function PatientDetail({ search, ...of }: PatientProps & { search: PatientSearch }) {
  const { patient } = of
  const { show } = search
  const navigate = useNavigate()
  const today = todayNow()
  const isWide = useMedia(WIDE)
  const canClaim = useCan('claim-bundle') && !isHerd(patient)
  const period = periodOf(search, today)

  function choose(next: LogbookPeriod) {
    void navigate({
      to: '/client/patients/$patientId',
      params: { patientId: patient.uuid },
      search: { show, ...periodSearch(next, today) },
      resetScroll: false,
    })
  }

  function showKinds(kinds: readonly TimelineKind[]) {
    void navigate({
      to: '/client/patients/$patientId',
      params: { patientId: patient.uuid },
      search: { ...search, kinds: kindsSearch(kinds) },
      replace: true,
      resetScroll: false,
    })
  }

  const chosen = { ...of, today, period, onPeriod: choose }
  // Printable views have their own print header.
  const isPrintable = show === 'medicines' || show === 'card'
  if (show === 'border') {
    return (
      <TravelCardPage patient={patient}>
        <CardView {...of} today={today} forBorder />
      </TravelCardPage>
    )
  }
  return (
    <>
      <div className={isPrintable ? 'no-print' : undefined}>
        <Stack>
          <div className={classes('no-print', styles.top)}>
            <BackLink to="/client/patients" activeOptions={{ exact: true }}>
              <FormattedMessage id="client.patients.back" />
            </BackLink>
            {!isFormer(patient) && show !== 'card' && <RequestLink patient={patient.uuid} />}
          </div>
          <Identity
            patient={patient}
            today={today}
            tile={<PatientPhoto patient={patient} ownerOf={of.viewedByStaff ? undefined : of.clientId} isNamed />}
          />
          {/* The card already contains these facts. */}
          {show !== 'card' && (
            <PatientFacts
              patient={patient}
              today={today}
              folded={!isWide}
              claim={canClaim && <ClaimLink clientId={of.clientId} patient={patient} />}
            />
          )}
          <PatientViews {...chosen} show={show} />
        </Stack>
      </div>
      {show === undefined && <LogbookView {...chosen} />}
      {show === 'medicines' && <MedicinesView {...chosen} />}
      {show === 'card' && <CardView {...of} today={today} />}
      {show === 'thread' && <TimelineView {...of} today={today} shown={kindsOf(search.kinds)} onShown={showKinds} />}
    </>
  )
}

type View = PatientSearch['show']

/** Returns the views of a patient; in English the card has different names for pets and livestock. */
const viewsOf = (patient: PatientProps['patient']): readonly [View, MessageId][] => [
  [undefined, 'client.patients.view.logbook'],
  ['medicines', 'client.patients.view.medicines'],
  ['card', isLivestock(patient) ? 'client.patients.view.card' : 'client.patients.view.petCard'],
  ['thread', 'client.patients.view.thread'],
]

interface PatientViewsProps extends PatientProps {
  show: View
  period: LogbookPeriod
}

/** Tabs of the views of a patient, each with its own URL. */
function PatientViews({ clientId, patient, period, show }: PatientViewsProps) {
  const intl = useIntl()
  const { data: entries } = useLogbook(clientId, patient.uuid, period)
  const withMedicines = show === 'medicines' || mayBeFood(patient) || hasMedicines(entries ?? [])
  return (
    <Tabs label={intl.formatMessage({ id: 'client.patients.views' }, { name: patient.name })}>
      {viewsOf(patient)
        .filter(([view]) => view !== 'medicines' || withMedicines)
        .map(([view, id]) => (
          <TabLink
            key={id}
            to="/client/patients/$patientId"
            params={{ patientId: patient.uuid }}
            search={({ startDate, endDate }) => ({ show: view, startDate, endDate })}
            activeOptions={{ exact: true, includeSearch: true }}
            resetScroll={false}
          >
            <FormattedMessage id={id} />
          </TabLink>
        ))}
    </Tabs>
  )
}
