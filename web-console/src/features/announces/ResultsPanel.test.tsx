import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { SessionState } from '@/api/session'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import type { Announce, AnnounceResults } from './api'
import words from './locales/en.json'
import ResultsPanel from './ResultsPanel'

const server = mockServer()
const project = { id: 1, uid: 'p', name: 'Riverside', description: '', is_support: false }
const session: SessionState = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}

const poll: Announce = {
  id: 7,
  name: 'Gate',
  description: null,
  subject: 'A gate?',
  type: 'poll',
  type_info: null,
  send_via: 'app',
  body: '',
  use_owner_info: false,
  users: [],
  domains: [],
  execute_at: null,
  ends_at: null,
  is_anonymous: true,
  status: 'active',
  turnout: null,
  token: '',
  is_managed: true,
  started_at: null,
  finished_at: null,
  created_by_user: null,
  created_at: null,
  updated_at: null,
}

function results(question: Partial<AnnounceResults['questions'][number]>, minAnswers: number) {
  const shown: AnnounceResults = {
    turnout: { recipients: 9, queued: 0, failed: 0, read: 4, answered: 4, without_email: 0 },
    min_answers: minAnswers,
    questions: [
      {
        text: 'A gate?',
        answered: 4,
        answers: [
          { text: 'Yes', count: 0 },
          { text: 'No', count: 0 },
        ],
        own_answers: [],
        own_answer_count: 0,
        is_hidden: false,
        ...question,
      },
    ],
  }
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({
        id: 11,
        role: { id: 1, name: 'Manager', permissions: ['can_view_announces'] },
      }),
    ),
    http.get(api('/announces/7/results'), () => HttpResponse.json(shown)),
    http.get(api('/announces/7/recipients'), () =>
      HttpResponse.json({ items: [], total: 0, page: 1, size: 20 }),
    ),
  )
  renderApp(<ResultsPanel announce={poll} />, {
    at: '/announces/7/edit',
    session,
    words: { announces: words },
  })
}

test('of an anonymous poll that few have answered it says from how many on it has results, and shows none', async () => {
  results({ is_hidden: true }, 5)
  expect(await screen.findByText('Results appear after 5 answers')).toBeVisible()
  expect(screen.getByText(/^Anonymous: results from 5 answers on/)).toBeVisible()
  expect(screen.queryByText('Yes')).not.toBeInTheDocument()
})

test('with enough answers there are the counts', async () => {
  results({ answered: 5, answers: [{ text: 'Yes', count: 5 }] }, 5)
  expect(await screen.findByText('5 · 100 %')).toBeVisible()
  expect(screen.queryByText('Results appear after 5 answers')).not.toBeInTheDocument()
})
