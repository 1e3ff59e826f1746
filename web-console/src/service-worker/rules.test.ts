import { expect, test } from 'vitest'
import { answerOf, cacheName, cachesToDelete } from './rules'

const get = { method: 'GET', mode: 'navigate', isOwn: true }

test('a page of the console is answered without a network, and the API never', () => {
  for (const path of ['/', '/users', '/users/7/edit', '/guest-access', '/guest-access/add']) {
    expect(answerOf({ ...get, path })).toBe('page')
  }
  for (const path of ['/api/v0/users', '/api/v0/files/7']) {
    expect(answerOf({ ...get, path })).toBeUndefined()
    expect(answerOf({ ...get, mode: 'cors', path })).toBeUndefined()
  }
})

test('pages whose address contains a key are left to the network', () => {
  for (const path of [
    '/guest-access/4fZkR9Q2mLxT7cVbN1aWsE',
    '/announce/4fZkR9Q2mLxT7cVbN1aWsE',
    '/api-reference',
  ]) {
    expect(answerOf({ ...get, path })).toBeUndefined()
  }
})

test('files of a build come from this machine; nothing is sent or fetched elsewhere by the worker', () => {
  const file = { ...get, mode: 'cors', path: '/assets/a.js' }
  expect(answerOf(file)).toBe('file')
  expect(answerOf({ ...file, method: 'POST' })).toBeUndefined()
  expect(answerOf({ ...file, isOwn: false })).toBeUndefined()
})

test('the files of this version and of the one before stay, so that an open page finds its own after a deploy', () => {
  const names = ['console-a', 'other', 'console-b', 'console-c']
  expect(cachesToDelete(names, 'console-c')).toEqual(['console-a'])
  expect(cachesToDelete(['console-a'], 'console-a')).toEqual([])
  expect(cachesToDelete(['console-a', 'console-b'], 'console-b')).toEqual([])
})

test('another build has another cache, and the same build the same', () => {
  const files = [{ url: 'index.html', revision: '1' }]
  expect(cacheName(files)).toBe(cacheName([...files]))
  expect(cacheName(files)).not.toBe(cacheName([{ url: 'index.html', revision: '2' }]))
})
