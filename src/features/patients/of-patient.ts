interface OfAnimal {
  patientUuid?: string | undefined
}

/**
 * What is of one animal, or of all. An API that does not know the filter sends the papers of the others as well: those are left
 * out, and what it says of pages and totals is not of this animal.
 */
export function ofPatient<Paper extends OfAnimal>(papers: readonly Paper[], patientId: string | undefined) {
  const own = papers.filter(({ patientUuid }) => !patientId || !patientUuid || patientUuid === patientId)
  return { papers: own, isFiltered: own.length === papers.length }
}
