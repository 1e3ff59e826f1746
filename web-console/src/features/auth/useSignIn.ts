import { useDispatch } from 'react-redux'
import { useNavigate, useSearchParams } from 'react-router'
import { rememberPreset, signedIn, type Session } from '@/api/session'
import { afterSignIn } from './afterSignIn'
import type { LoginResponse, SecondFactorDemand } from './signInApi'

type GeneratedSession = LoginResponse['sessions'][number]

/** A session is of a project; the contract cannot say so. */
function hasProject(session: GeneratedSession): session is Session {
  return session.project !== null
}

/**
 * Takes an answer to any way of signing in: the console opens, or the demand for a second factor
 * is answered back.
 */
export function useSignIn() {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    answer: LoginResponse,
    remember: boolean,
    wanted: URLSearchParams = params,
  ): SecondFactorDemand | undefined => {
    if (answer.second_factor) return answer.second_factor
    const sessions = answer.sessions.filter(hasProject)
    rememberPreset.set(remember)
    dispatch(signedIn({ sessions, remember }))
    void navigate(afterSignIn(sessions.length, wanted), { replace: true })
    return undefined
  }
}
