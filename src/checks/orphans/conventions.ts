/**
 * Files that a tool or framework loads by their names, without an import. `with`: only where a package.json nearby names one of these
 * packages; without it, always. Patterns are seen from the directory of that package.json. Read 2026-11-22 in the documentation that `source` names.
 */
export interface Convention {
  readonly with?: readonly string[];
  readonly files: readonly string[];
  readonly source: `https://${string}`;
}

const script = '{js,jsx,ts,tsx,mjs,cjs,mts,cts}';

export const conventions: readonly Convention[] = [
  {
    files: [
      `**/*.{config,conf,rc,setup,stories,story,bench,cy,e2e,e2e-spec,test-d}.${script}`,
      `**/.*.${script}`,
      `**/.*/**/*.${script}`,
      '**/*{config,setup,Setup,Config}.{js,cjs,mjs,ts,mts,cts}',
      '**/{gulpfile,gruntfile,plopfile,dangerfile,Dangerfile,Gulpfile,Gruntfile,jakefile,karma.conf,webpack.*,rollup.*,babel.*,jest.*,vitest.*,metro.*}.{js,cjs,mjs,ts}',
    ],
    source: 'https://nodejs.org/api/packages.html',
  },
  {
    files: [
      `**/*.{test,spec}.${script}`,
      `**/*{_test,-test,_spec,-spec}.${script}`,
      '**/{__tests__,__mocks__,__fixtures__,__benchmarks__,__testfixtures__,test,tests,spec,specs,e2e,cypress,playwright,testing,test-utils,benchmark,benchmarks,bench,fixtures,fixture,examples,example,demo,demos,sandbox,playground,playgrounds,templates,template,_templates,_template,snippets,runtime-tests,perf}/**',
    ],
    source: 'https://jestjs.io/docs/configuration#testmatch-arraystring',
  },
  {
    with: ['next'],
    files: [
      `{,src/}pages/**/*.${script}`,
      `{,src/}app/**/{page,layout,route,loading,error,global-error,not-found,template,default,forbidden,unauthorized,sitemap,robots,manifest,icon,apple-icon,opengraph-image,twitter-image}.${script}`,
      `{,src/}{middleware,proxy,instrumentation,instrumentation-client,mdx-components}.${script}`,
    ],
    source: 'https://nextjs.org/docs/app/getting-started/project-structure',
  },
  {
    with: [
      '@remix-run/react',
      '@remix-run/dev',
      '@react-router/dev',
      '@tanstack/react-start',
      '@tanstack/react-router',
      '@tanstack/router-plugin',
    ],
    files: [
      `{app,src}/{root,routes,entry.client,entry.server,client,server,ssr,router,start}.${script}`,
      `{app,src}/routes/**/*.${script}`,
    ],
    source: 'https://reactrouter.com/explanation/special-files',
  },
  {
    with: ['@sveltejs/kit'],
    files: [
      'src/routes/**',
      `src/{hooks,hooks.client,hooks.server,hooks.universal,service-worker,instrumentation.server,app}.${script}`,
      'src/params/**',
      'src/service-worker/**',
    ],
    source: 'https://svelte.dev/docs/kit/project-structure',
  },
  {
    with: ['nuxt', '@nuxt/kit', 'nitropack', 'nitro'],
    files: [
      '{,src/,app/,playground/,docs/}{app,error,app.config}.{vue,ts,js}',
      '{,src/,app/}{pages,layouts,plugins,middleware,components,composables,utils,modules,layers,server,routes,api,tasks,shared,runtime}/**',
      'src/runtime/**',
    ],
    source: 'https://nuxt.com/docs/guide/directory-structure',
  },
  {
    with: ['astro'],
    files: [
      'src/pages/**',
      'src/layouts/**',
      `src/{middleware,content.config,content/config,actions/index,live.config}.${script}`,
      'src/content/**',
    ],
    source: 'https://docs.astro.build/en/basics/project-structure/',
  },
  {
    with: ['gatsby'],
    files: [`src/{pages,templates,api}/**/*.${script}`, `gatsby-*.${script}`],
    source: 'https://www.gatsbyjs.com/docs/reference/gatsby-project-structure/',
  },
  {
    with: ['expo-router', 'expo'],
    files: [`{,src/}app/**/*.${script}`, `{App,index}.${script}`],
    source: 'https://docs.expo.dev/router/basics/core-concepts/',
  },
  {
    with: ['react-native'],
    files: [`{App,index}{,.ios,.android,.native}.${script}`, `**/*.{ios,android,native,web,windows,macos}.${script}`],
    source: 'https://reactnative.dev/docs/platform-specific-code',
  },
  {
    with: ['react-scripts'],
    files: [`src/{index,setupTests,setupProxy,service-worker,reportWebVitals}.${script}`],
    source: 'https://create-react-app.dev/docs/folder-structure',
  },
  {
    with: ['@angular/core', '@angular/cli'],
    files: [
      '**/{main,main.server,server,polyfills,test}.ts',
      '**/environments/*.ts',
      '**/schematics/**',
      '**/public-api.ts',
      '**/public_api.ts',
    ],
    source: 'https://angular.dev/reference/configs/file-structure',
  },
  {
    with: ['@nestjs/core'],
    files: ['**/main.ts', '**/*.{entity,migration,seed,seeder}.ts', '**/migrations/**'],
    source: 'https://docs.nestjs.com/first-steps',
  },
  {
    with: [
      'typeorm',
      'knex',
      'sequelize',
      'sequelize-cli',
      'umzug',
      'mikro-orm',
      '@mikro-orm/core',
      'drizzle-orm',
      'kysely',
      'prisma',
      '@prisma/client',
      'node-pg-migrate',
    ],
    files: ['**/{migrations,seeds,seeders,entities,models}/**', 'prisma/**', 'drizzle/**'],
    source: 'https://knexjs.org/guide/migrations.html',
  },
  {
    with: ['vitepress', '@docusaurus/core', 'vuepress', 'storybook', '@storybook/react', 'nextra', 'rspress', 'typedoc'],
    files: ['**/.vitepress/**', '**/.vuepress/**', '**/.storybook/**'],
    source: 'https://docusaurus.io/docs/creating-pages',
  },
  {
    with: ['@docusaurus/core', 'vuepress', 'nextra', 'rspress'],
    files: ['src/{pages,theme}/**', 'docs/**', 'plugins/**'],
    source: 'https://docusaurus.io/docs/swizzling',
  },
  {
    with: ['electron', 'electron-vite', '@electron-forge/cli'],
    files: [`**/{main,preload,renderer}/{index,main,preload,renderer}.${script}`, `**/{main,preload,renderer}.${script}`],
    source: 'https://www.electronjs.org/docs/latest/tutorial/process-model',
  },
  {
    with: [
      'serverless',
      'netlify-cli',
      '@netlify/functions',
      'firebase-functions',
      '@vercel/node',
      'wrangler',
      '@cloudflare/workers-types',
      'sst',
      'aws-cdk-lib',
    ],
    files: [
      '{,src/}{api,functions,netlify,lambda,lambdas,handlers,workers,edge-functions}/**',
      `{,src/}{index,worker,_worker,handler}.${script}`,
    ],
    source: 'https://docs.netlify.com/build/functions/get-started/',
  },
  {
    with: ['aws-cdk-lib', 'sst'],
    files: ['bin/**', 'lib/**', 'stacks/**', 'infra/**'],
    source: 'https://docs.aws.amazon.com/cdk/v2/guide/projects.html',
  },
  {
    with: ['hardhat', '@wordpress/scripts', '@shopify/cli', 'plasmo', 'wxt', '@crxjs/vite-plugin'],
    files: [
      '{,src/}{scripts,deploy,ignition,tasks,entrypoints,background,content,contents,popup,options,sidepanel,tabs,blocks}/**',
      `{,src/}{background,content,popup,options,newtab,devtools,sidepanel}.${script}`,
    ],
    source: 'https://wxt.dev/guide/essentials/entrypoints.html',
  },
  {
    with: ['ember-source', 'ember-cli', 'meteor', 'adonisjs', '@adonisjs/core', '@strapi/strapi', 'sails', 'egg', '@midwayjs/core'],
    files: [
      '{app,src,api,server,client,imports,config,lib,addon,blueprints,commands,events,plugins,routes,services,start,database,providers,inertia}/**',
    ],
    source: 'https://docs.strapi.io/cms/project-structure',
  },
  {
    with: [
      '@feathersjs/feathers',
      'probot',
      'discord.js',
      '@sapphire/framework',
      '@oclif/core',
      'moleculer',
      'fastify-autoload',
      '@fastify/autoload',
    ],
    files: ['{,src/,app/,lib/}{commands,events,plugins,routes,services,hooks,listeners,interactions,preconditions,middleware}/**'],
    source: 'https://oclif.io/docs/plugin_loading/',
  },
  {
    files: [
      '**/{public,static,assets,vendor,third_party,third-party,dist,build,out,lib-cov,coverage,generated,__generated__,.next,.nuxt}/**',
      '**/*.{min,generated,gen,pb}.*',
      '**/*_pb.{js,ts}',
    ],
    source: 'https://vite.dev/guide/assets.html#the-public-directory',
  },
  {
    files: ['**/*.d.{ts,mts,cts}', '**/*.d.*.ts'],
    source: 'https://www.typescriptlang.org/docs/handbook/declaration-files/introduction.html',
  },
];
