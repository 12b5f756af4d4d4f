/** The script of the API reference as text. Its package exposes it only as a response of its plugin. */
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

const PREFIX = '/reference';

export async function libraryText(): Promise<string> {
  const app = fastify();
  await app.register(scalar, { routePrefix: PREFIX, configuration: { url: '/openapi.json' } });
  const { statusCode, body } = await app.inject(`${PREFIX}/js/scalar.js`);
  await app.close();
  if (statusCode !== 200) throw new Error(`expected the script of the reference, found status ${statusCode}`);
  return body;
}
