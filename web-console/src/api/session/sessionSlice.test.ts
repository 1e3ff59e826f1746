import { describe, expect, test } from 'vitest'
import {
  projectChosen,
  projectLeft,
  selectSession,
  selectStatus,
  sessionEnded,
  sessionReducer,
  signedIn,
  tokensRotated,
} from './sessionSlice'
import type { Session } from './types'

const north: Session = {
  token: 'a1',
  refresh: 'r1',
  project: { id: 1, uid: 'n', name: 'North', description: '', is_support: false },
}
const south: Session = {
  token: 'a2',
  refresh: 'r2',
  project: { id: 2, uid: 's', name: 'South', description: '', is_support: false },
}
const signIn = (sessions: Session[]) =>
  sessionReducer(undefined, signedIn({ sessions, remember: true }))

describe('session', () => {
  test('a single session is used at once', () => {
    const session = signIn([north])
    expect(selectStatus({ session })).toBe('active')
    expect(selectSession({ session })).toEqual(north)
  })

  test('several sessions wait until a project is chosen', () => {
    const waiting = signIn([north, south])
    expect(selectStatus({ session: waiting })).toBe('choosing')
    const chosen = sessionReducer(waiting, projectChosen(2))
    expect(selectSession({ session: chosen })).toEqual(south)
    expect(selectStatus({ session: sessionReducer(chosen, projectLeft()) })).toBe('choosing')
  })

  test('a project of nobody cannot be chosen', () => {
    const session = sessionReducer(signIn([north, south]), projectChosen(9))
    expect(selectStatus({ session })).toBe('choosing')
  })

  test('rotation changes the tokens of the session that had the old one, and no other', () => {
    const tokens = { token: 'a3', refresh: 'r3' }
    const session = sessionReducer(signIn([north, south]), tokensRotated({ from: 'r2', tokens }))
    expect(session.sessions).toEqual([north, { ...south, ...tokens }])
  })

  test('the end of a session forgets its tokens', () => {
    const session = sessionReducer(signIn([north]), sessionEnded())
    expect(selectStatus({ session })).toBe('anonymous')
    expect(JSON.stringify(session)).not.toContain('r1')
  })
})
