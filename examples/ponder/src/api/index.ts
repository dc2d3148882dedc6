import { db } from 'ponder:api'
import schema from 'ponder:schema'
import { Hono } from 'hono'
import { graphql } from 'ponder'

export default new Hono().use('/graphql', graphql({ db, schema }))
