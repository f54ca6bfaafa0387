import { splitLastName } from '#contract/names.ts'
import { foldLastName, foldText } from '#contract/fold-name.ts'

/** The columns by which `lastName` searches and lists sort; written with every client. A company without a last name has its own. */
export function clientNames(
  lastName: string,
  firstName: string | null | undefined,
  companyName?: string | null,
): { search_name: string; sort_name: string } {
  return { search_name: foldLastName(lastName), sort_name: sortName(lastName || (companyName ?? ''), firstName) }
}

const sortName = (name: string, firstName: string | null | undefined) =>
  `${foldText(splitLastName(name).main)}\t${foldText(firstName ?? '')}`
