import { expect, test } from 'vitest'
import { frameOf, refusalOf, staysShut } from './photo'

const refused = (data: unknown) => ({
  status: 422,
  data: { message: 'face not recognized', code: 'face_not_recognized', data },
})

test('a refusal names its reason and the faces that were found', () => {
  const boxes = [{ x: 100, y: 50, width: 200, height: 200 }]
  const refusal = refusalOf(refused({ reason: 'several', boxes, width: 1000, height: 500 }))
  expect(refusal).toEqual({
    reason: 'several',
    boxes,
    width: 1000,
    height: 500,
  })
})

test('a frame lies where the face is, however large the photo is drawn', () => {
  const refusal = {
    reason: 'edge' as const,
    boxes: [],
    width: 1000,
    height: 500,
  }
  expect(frameOf({ x: 100, y: 50, width: 200, height: 250 }, refusal)).toEqual({
    left: '10%',
    top: '10%',
    width: '20%',
    height: '50%',
  })
})

test('another failure is no refusal of the photo', () => {
  expect(refusalOf(refused(null))).toBeUndefined()
  expect(refusalOf(refused({ reason: 'unknown' }))).toBeUndefined()
  expect(refusalOf(new Error('no answer'))).toBeUndefined()
})

test('a door that cannot hold the rules stays shut for a face, and one that has refused it may learn it', () => {
  expect(staysShut({ state: 'refused', reason: 'schedule_in_another_zone' })).toBe(true)
  expect(staysShut({ state: 'refused', reason: 'face_has_not_recognized' })).toBe(false)
  expect(staysShut({ state: 'waiting', reason: null })).toBe(false)
})
