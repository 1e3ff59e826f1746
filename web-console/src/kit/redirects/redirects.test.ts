import { describe, expect, test } from 'vitest'
import { redirectTarget, withRedirect } from './redirects'

describe('the way back after signing in', () => {
  test('leads to the wanted page with its filters', () => {
    const address = withRedirect('/login', '/groups?search=a&page=2')
    expect(redirectTarget(new URL(address, 'http://x').searchParams)).toBe(
      '/groups?search=a&page=2',
    )
  })

  test('leads home when nothing special was wanted', () => {
    expect(withRedirect('/login', '/home')).toBe('/login')
    expect(redirectTarget(new URLSearchParams())).toBe('/home')
  })

  test('never leads to another site or round in a circle', () => {
    for (const wanted of [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      '/login?redirect=/x',
    ]) {
      expect(redirectTarget(new URLSearchParams({ redirect: wanted }))).toBe('/home')
    }
  })
})
