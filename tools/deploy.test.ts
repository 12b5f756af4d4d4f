/** Compares the container image and the compose file of `deploy` with the project. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../server/src/config/config.ts';
import { addressOf, readCompose } from './deploy/compose.ts';
import { VARIABLES, folderForTest, json, read } from './deploy/files.ts';
import { copiedFromCheckout, exists, needsOf, sourcesBelow, stagesOf } from './deploy/image.ts';
import { APP_NAMES } from './build-web.mjs';
import { ROOT } from './install.mjs';

describe('the image', () => {
  const stages = stagesOf(read('deploy/Dockerfile'));
  const last = stages[''] ?? [];
  const copied = copiedFromCheckout(last);
  const built = last.flatMap(({ name, rest }) =>
    name === 'COPY' ? [/^--from=build (\S+)/.exec(rest)?.[1] ?? ''] : [],
  );
  const inImage = (path: string): boolean =>
    [...copied, ...built.map((at) => at.replace('/candor/', ''))].some(
      (at) => at !== '' && (path === at || path.startsWith(`${at}/`)),
    );
  const settings = Object.fromEntries(
    last
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => rest.split(/\s+/).map((one) => one.split('=') as [string, string])),
  );

  test('has the version of Node with which the tests run', () => {
    expect(stages['base']?.[0]?.rest).toBe(
      `node:${json('package.json')['devDependencies']?.['node']}-bookworm-slim AS base`,
    );
  });

  test('installs from the manifest of every workspace', () => {
    const workspaces = (JSON.parse(read('package.json')) as { workspaces: string[] }).workspaces;
    const manifests = copiedFromCheckout(stages['manifests'] ?? []).filter((path) => path.includes('/'));
    expect(manifests.toSorted()).toEqual(workspaces.map((name) => `${name}/package.json`).toSorted());
  });

  test('copies only paths that exist and are not ignored, and includes both built apps', () => {
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => /^\w/.test(line));
    for (const path of [...copied, ...Object.values(stages).flatMap(copiedFromCheckout)]) {
      expect([path, exists(path)]).toEqual([path, true]);
      expect(
        ignored.some((one) => path === one || path.startsWith(`${one}/`)),
        path,
      ).toBe(false);
    }
    expect(built.filter((path) => path !== '').toSorted()).toEqual(
      APP_NAMES.map((app) => `/candor/${app}/dist`).toSorted(),
    );
  });

  test('runs only scripts of the project', () => {
    const scripts = Object.values(stages)
      .flat()
      .flatMap(({ rest }) => [...rest.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? ''));
    expect(scripts).toEqual(['build']);
    for (const script of scripts) expect(json('package.json')['scripts']).toHaveProperty([script]);
  });

  test('has every file and package that the server and the audit import', () => {
    const lacking: string[] = [];
    const sources = ['server/src', 'domain/src', 'protocol/src'].flatMap(sourcesBelow);
    expect(sources.length).toBeGreaterThan(500);
    for (const need of [...sources, 'tools/audit.ts'].flatMap(needsOf)) {
      if ('path' in need) {
        if (!inImage(need.path.replace(/\/$/, ''))) lacking.push(`${need.by}: ${need.path}`);
        continue;
      }
      const workspace = need.by.startsWith('tools/') ? 'server' : (need.by.split('/')[0] ?? '');
      if (json(`${workspace}/package.json`)['dependencies']?.[need.called] === undefined)
        lacking.push(`${need.by}: ${need.called}`);
    }
    expect(lacking).toEqual([]);
  });

  test('serves the ports it names, as an unprivileged user, and reports whether it is ready', () => {
    for (const name of Object.keys(settings)) expect(VARIABLES).toContain(name);
    const config = readConfig([], {
      ...settings,
      DATABASE_URL: 'postgres://candor_app:x@postgres:5432/candor',
    });
    if (config.kind !== 'run') throw new Error(`expected a configuration, found ${JSON.stringify(config)}`);
    const { port, console: desk, metrics } = config.config;
    const rest = (name: string) => last.filter((one) => one.name === name).map((one) => one.rest);
    expect(rest('EXPOSE')).toEqual([`${port} ${desk.port} ${metrics?.port}`]);
    expect(rest('USER')).toEqual(['candor']);
    expect(rest('HEALTHCHECK')[0]).toContain('127.0.0.1:${process.env.CANDOR_PORT}/readyz');
    expect(rest('VOLUME')).toEqual([config.config.data]);
    expect(rest('CMD')).toEqual(['["node", "/candor/server/src/main.ts"]']);
  });
});

describe('the compose file', () => {
  const compose = readCompose();
  const { candor, nginx, postgres } = compose.services;
  if (candor === undefined || nginx === undefined || postgres === undefined)
    throw new Error('expected the services candor, nginx and postgres');
  const secrets = Object.keys(compose.secrets);

  test.for(Object.entries(compose.services))('restricts %s', ([name, service]) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    // Our own image contains its health check.
    expect(service.healthcheck !== undefined || service.image === 'candor', name).toBe(true);
    expect(service.build !== undefined || /:[\w.-]+$/.test(service.image ?? '')).toBe(true);
    for (const secret of service.secrets ?? []) expect(secrets).toContain(secret);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (!from.startsWith('.')) expect(compose.volumes).toHaveProperty([from]);
      else if (!from.startsWith('./tls/')) expect([from, exists(join('deploy', from))]).toEqual([from, true]);
    }
  });

  test('publishes no ports except those of nginx', () => {
    const open = Object.entries(compose.services).flatMap(([name, { ports }]) =>
      (ports ?? []).filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `${name} ${port}`),
    );
    expect(open).toEqual(['nginx 443:443']);
    expect(compose.networks['data']?.internal).toBe(true);
    expect(postgres.networks).toEqual(['data']);
  });

  test('gives the server valid options, and secrets from files that it reads', () => {
    const given = Object.entries(candor.environment ?? {});
    const fromFiles = given
      .filter(([name]) => name.endsWith('_FILE'))
      .map(([name]) => name.replace(/_FILE$/, ''));
    const entry = /for name in ([^;]*); do/.exec(read('deploy/entrypoint.sh'))?.[1]?.split(/[\s\\]+/) ?? [];
    for (const name of fromFiles) expect(entry).toContain(name);
    for (const name of entry.filter((one) => one !== 'VAULT_KEY_NEXT')) expect(VARIABLES).toContain(name);
    const plain = given.filter(([name]) => !name.endsWith('_FILE'));
    for (const [name] of plain) expect(VARIABLES).toContain(name);
    const found = readConfig([], { ...Object.fromEntries(plain) });
    if (found.kind !== 'run') throw new Error(`expected a configuration, found ${JSON.stringify(found)}`);
    expect(found.config.trustedProxies).toHaveLength(1);
    expect(plain).toContainEqual(['CANDOR_TRUSTED_PROXIES', addressOf(nginx, 'front')]);
  });

  test('has the secrets that deploy/make-secrets.sh generates once', () => {
    const folder = folderForTest();
    const make = () => execFileSync('sh', [join(ROOT, 'deploy/make-secrets.sh'), join(folder, 'secrets')]);
    make();
    const made = () =>
      readdirSync(join(folder, 'secrets')).map((name) => [
        name,
        readFileSync(join(folder, 'secrets', name), 'utf8'),
      ]);
    const first = made();
    expect(first.map(([name]) => name).toSorted()).toEqual(secrets.toSorted());
    expect(new Set(first.map(([, value]) => value)).size).toBe(first.length);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    make();
    expect(made()).toEqual(first);
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`);
    const key = readFileSync(join(folder, 'secrets/vault-key'), 'utf8').trim();
    expect(readConfig([], { VAULT_KEY: key }).kind).toBe('run');
  });

  test('lets Prometheus read the metrics, and Grafana read from Prometheus', () => {
    expect(read('deploy/prometheus/prometheus.yml')).toContain("targets: ['candor:8083']");
    for (const [one, other] of [
      ['prometheus', 'candor'],
      ['grafana', 'prometheus'],
    ] as const) {
      const names = (service: string) => {
        const { networks = [] } = compose.services[service] ?? {};
        return Array.isArray(networks) ? (networks as string[]) : Object.keys(networks);
      };
      expect(names(one).filter((name) => names(other).includes(name))).toEqual(['figures']);
    }
    expect(read('deploy/grafana/provisioning/datasources/prometheus.yml')).toContain(
      'http://prometheus:9090',
    );
  });

  test('fills in the names and addresses of docs/nginx.conf, and no other', () => {
    const folder = folderForTest();
    const to = join(folder, 'nginx.conf');
    // The script ends by becoming nginx, which here is a program that does nothing.
    symlinkSync('/bin/true', join(folder, 'nginx'));
    execFileSync('sh', [join(ROOT, 'deploy/nginx/start.sh')], {
      env: {
        ...nginx.environment,
        PATH: `${folder}${delimiter}${process.env['PATH']}`,
        NGINX_FROM: join(ROOT, 'docs/nginx.conf'),
        NGINX_TO: to,
      },
    });
    const [before, after] = [read('docs/nginx.conf'), readFileSync(to, 'utf8')].map((text) =>
      text.replaceAll(/^#.*\n/gm, '').split('\n'),
    ) as [string[], string[]];
    const changed = before.flatMap((line, row) =>
      line === after[row] ? [] : [`${line.trim()} > ${after[row]?.trim()}`],
    );
    const server = addressOf(candor, 'front');
    const failing = 'max_fails=0;';
    expect(changed).toEqual([
      `server 127.0.0.1:8080 ${failing} > server ${server}:8080 ${failing}`,
      `server 127.0.0.1:8082 ${failing} > server ${server}:8082 ${failing}`,
      'listen 10.0.0.1:443 ssl http2; > listen 8443 ssl http2;',
      'server_name desk.candor.internal; > server_name desk.example;',
      'allow 10.0.0.0/8; > allow 172.30.0.0/24;',
    ]);
    expect(nginx.environment?.['SERVER_HOST']).toBe(server);
  });
});
