import { accessMatrixApi } from '@/api/generated/access-matrix'
import { argsOf, type Question } from './question'

/** "Now" moves on, and so do the cells: milliseconds. */
const POLL = 60_000

/** The answer to a question; that of the one before stays on the screen until it comes. */
export function useMatrix(question: Question) {
  return accessMatrixApi.useGetAccessMatrixQuery(argsOf(question), {
    pollingInterval: question.at === undefined ? POLL : 0,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: 10,
  })
}
