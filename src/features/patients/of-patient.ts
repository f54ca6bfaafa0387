interface OfPatient {
  patientUuid?: string | undefined
}

/**
 * What is of one animal, or of all. An API that does not know the filter sends the papers of the others as well: those are left
 * out, and what it says of pages and totals is not of this animal.
 */
export function ofPatient<Item extends OfPatient>(items: readonly Item[], patientId: string | undefined) {
  const own = items.filter(({ patientUuid }) => !patientId || !patientUuid || patientUuid === patientId)
  return { items: own, isFiltered: own.length === items.length }
}
