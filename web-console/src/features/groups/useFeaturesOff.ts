import { useGroup } from './api'

const NONE: readonly string[] = []
/** What is known may be so old when a form is opened: seconds. A period may have ended since. */
const MAX_AGE = 60

/** Features that the project has and a group has not; none while they are not known, or of no group. */
export const useFeaturesOff = (id: number | undefined): readonly string[] =>
  useGroup(id ?? 0, { skip: id === undefined, refetchOnMountOrArgChange: MAX_AGE }).currentData
    ?.features_off ?? NONE
