#!/usr/bin/env python3
"""Measures `fossick rank` on one large report of each format of a test runner, in which one test of a thousand failed.

    python3 tests/bench/reports.py target/release/fossick
    python3 tests/bench/reports.py target/release/fossick 30 junit.xml node.tap   # reports of 30 MB in these formats

Prints a table of processor time and memory. The records are written as their tools write them, with other names and numbers.
"""
import json, os, random, subprocess, sys, tempfile
from xml.sax.saxutils import escape, quoteattr

WORDS = 'parse invoice order total price customer cart payment address email user account login session token cache query index search filter sort page list item'.split()
PER_FILE = 67


def compact(value):
    return json.dumps(value, separators=(',', ':'))


class Tests:
    """Tests, one at a time, with the names that formats are made of."""
    def __init__(self, megabytes):
        self.rng, self.most, self.number = random.Random(1), megabytes * 1e6, 0

    def files(self, size):
        """Yields files of tests until so many bytes are written."""
        while size() < self.most:
            yield File(self)


class File:
    def __init__(self, tests):
        rng = tests.rng
        self.words = [rng.choice(WORDS), rng.choice(WORDS)]
        self.number = tests.number // PER_FILE
        self.name = f'{self.words[0]}/{self.words[1]}{self.number}'
        self.tests = []
        for _ in range(PER_FILE):
            tests.number += 1
            self.tests.append(Test([rng.choice(WORDS) for _ in range(3)], tests.number, tests.number % 1000 == 500))


class Test:
    def __init__(self, words, number, failed):
        self.words, self.number, self.failed = words, number, failed
        self.title = f'{" ".join(words)} {number}'
        self.snake = f'{"_".join(words)}_{number}'
        self.camel = f'{"".join(word.title() for word in words)}{number}'


class Out:
    def __init__(self, path):
        self.file, self.size = open(path, 'w', encoding='utf-8'), 0

    def __call__(self, text):
        self.size += len(text)
        self.file.write(text)


JS_STACK = 'AssertionError: expected 3 to be 4\n    at Context.<anonymous> (/home/dev/shop/%s.test.js:12:12)\n    at process.processImmediate (node:internal/timers:483:21)'


def js_file(file):
    return f'/home/dev/shop/test/{file.name}.test.js'


def in_json(before, after, tests_of, separator=','):
    def write(out, tests):
        out(before)
        first = True
        for file in tests.files(lambda: out.size):
            for text in tests_of(file):
                out(text if first else separator + text)
                first = False
        out(after)
    return write


def jest_result(file):
    results = [{'ancestorTitles': [file.words[1]], 'duration': 7, 'failing': False, 'failureDetails': [{}] if test.failed else [],
                'failureMessages': [JS_STACK % file.name] if test.failed else [], 'fullName': f'{file.words[1]} {test.title}', 'invocations': 1, 'location': None,
                'numPassingAsserts': 1, 'retryReasons': [], 'status': 'failed' if test.failed else 'passed', 'title': test.title} for test in file.tests]
    yield compact({'assertionResults': results, 'endTime': 1795851155722, 'message': '', 'name': js_file(file), 'startTime': 1795851154661,
                   'status': 'failed' if any(test.failed for test in file.tests) else 'passed', 'summary': ''})


def vitest_result(file):
    results = [{'ancestorTitles': [file.words[1]], 'fullName': f'{file.words[1]} {test.title}', 'status': 'failed' if test.failed else 'passed', 'title': test.title,
                'duration': 1.5, 'failureMessages': [JS_STACK % file.name] if test.failed else [], 'meta': {}} for test in file.tests]
    yield compact({'assertionResults': results, 'startTime': 1795851154661, 'endTime': 1795851155722,
                   'status': 'failed' if any(test.failed for test in file.tests) else 'passed', 'message': '', 'name': js_file(file)})


def ctrf_jest(file):
    for test in file.tests:
        record = {'name': f'{file.words[1]} {test.title}', 'duration': 2, 'status': 'failed' if test.failed else 'passed', 'rawStatus': 'failed' if test.failed else 'passed',
                  'type': 'unit', 'filePath': js_file(file), 'retries': 0, 'flaky': False, 'suite': f'{file.words[1]}.test.js > {file.words[1]}'}
        yield compact({**record, 'message': 'expected 3 to be 4', 'trace': JS_STACK % file.name} if test.failed else record)


def ctrf_playwright(file):
    for test in file.tests:
        record = {'name': test.title, 'status': 'failed' if test.failed else 'passed', 'duration': 5, 'start': 1795851271, 'stop': 1795851271, 'rawStatus': 'passed',
                  'tags': ['@web'], 'type': 'e2e', 'filePath': f'/home/dev/shop/tests/{file.name}.spec.js', 'retries': 0, 'flaky': False, 'steps': [],
                  'suite': f'api > {file.words[1]}.spec.js > {file.words[1]}', 'attachments': [], 'stdout': [], 'stderr': [], 'extra': {'annotations': []}}
        yield compact({**record, 'message': 'expected 3 to be 4', 'trace': JS_STACK % file.name} if test.failed else record)


def playwright(file):
    specs = []
    for test in file.tests:
        errors = [{'message': 'Error: expected 3 to be 4', 'stack': 'Error: expected 3 to be 4\n    at /home/dev/shop/tests/x.spec.js:3:4', 'location': {'file': '/home/dev/shop/tests/x.spec.js', 'line': 3, 'column': 4}}]
        result = {'workerIndex': 0, 'parallelIndex': 0, 'status': 'failed' if test.failed else 'passed', 'duration': 12, 'errors': errors if test.failed else [], 'stdout': [], 'stderr': [],
                  'retry': 0, 'startTime': '2026-11-28T07:34:31.131Z', 'annotations': [], 'attachments': []}
        if test.failed:
            result['error'] = errors[0]
        specs.append({'title': test.title, 'ok': not test.failed, 'tags': [], 'tests': [{'timeout': 2000, 'annotations': [], 'expectedStatus': 'passed', 'projectId': 'web', 'projectName': 'web',
                      'results': [result], 'status': 'unexpected' if test.failed else 'expected'}], 'id': f'{test.number:020x}-{test.number:020x}', 'file': f'{file.name}.spec.js', 'line': 5, 'column': 3})
    yield json.dumps({'title': f'{file.name}.spec.js', 'file': f'{file.name}.spec.js', 'column': 0, 'line': 0, 'specs': [],
                      'suites': [{'title': file.words[1], 'file': f'{file.name}.spec.js', 'line': 3, 'column': 6, 'specs': specs}]}, indent=2)


def json_report(file):
    for test in file.tests:
        outcome = 'failed' if test.failed else 'passed'
        call = {'duration': 0.00011243800008742255, 'outcome': outcome}
        if test.failed:
            call.update(crash={'path': f'/home/dev/shop/tests/{file.name}.py', 'lineno': 12, 'message': 'assert 3 == 4'}, longrepr=f'def test_x():\n>   assert 3 == 4\nE   assert 3 == 4\n\ntests/{file.name}.py:12: AssertionError')
        yield json.dumps({'nodeid': f'tests/{file.name}.py::test_{test.snake}', 'lineno': 12, 'outcome': outcome, 'keywords': [f'test_{test.snake}', f'{file.words[1]}.py', 'tests', 'shop', ''],
                          'setup': {'duration': 0.00043208600004618347, 'outcome': 'passed'}, 'call': call, 'teardown': {'duration': 0.0005654569999933301, 'outcome': 'passed'}})


def reportlog(out, tests):
    out('{"pytest_version": "9.2.0", "$report_type": "SessionStart"}\n')
    for file in tests.files(lambda: out.size):
        for test in file.tests:
            for when in ['setup', 'call', 'teardown']:
                failed = test.failed and when == 'call'
                longrepr = {'reprcrash': {'path': f'/home/dev/shop/tests/{file.name}.py', 'lineno': 2, 'message': 'assert 3 == 4'}, 'reprtraceback': {'reprentries': [{'type': 'ReprEntry', 'data': {
                    'lines': ['    def test_x():', '>       assert 3 == 4', 'E       assert 3 == 4'], 'reprfuncargs': {'args': []}, 'reprlocals': None,
                    'reprfileloc': {'path': f'tests/{file.name}.py', 'lineno': 2, 'message': 'AssertionError'}, 'style': 'long'}}], 'extraline': None, 'style': 'long'},
                    'sections': [], 'chain': []}
                out(json.dumps({'location': [f'tests/{file.name}.py', 12, f'test_{test.snake}'], 'keywords': {f'test_{test.snake}': 1, f'{file.words[1]}.py': 1, 'tests': 1, 'shop': 1, '': 1},
                                'outcome': 'failed' if failed else 'passed', 'longrepr': longrepr if failed else None, 'when': when, 'user_properties': [], 'sections': [],
                                'duration': 0.0009804540000004636, 'start': 1795851108.77481, 'stop': 1795851108.7757907, 'nodeid': f'tests/{file.name}.py::test_{test.snake}', '$report_type': 'TestReport'}) + '\n')
    out('{"exitstatus": 1, "$report_type": "SessionFinish"}\n')


def mocha(file):
    for test in file.tests:
        record = {'title': test.title, 'fullTitle': f'{file.words[1]} {test.title}', 'file': js_file(file), 'duration': 0, 'currentRetry': 0}
        error = {'stack': JS_STACK % file.name, 'message': 'expected 3 to be 4', 'name': 'AssertionError'}
        yield json.dumps({**record, 'err': error} if test.failed else {**record, 'speed': 'fast', 'err': {}}, indent=2)


def rspec(file):
    for test in file.tests:
        record = {'id': f'./spec/{file.name}_spec.rb[1:{test.number}]', 'description': test.title, 'full_description': f'{file.words[1]} {test.title}', 'status': 'failed' if test.failed else 'passed',
                  'file_path': f'./spec/{file.name}_spec.rb', 'line_number': 10, 'run_time': 0.000252671, 'pending_message': None}
        if test.failed:
            record['exception'] = {'class': 'RSpec::Expectations::ExpectationNotMetError', 'message': '\nexpected: 4\n     got: 3\n', 'backtrace': [f'./spec/{file.name}_spec.rb:11:in `block (2 levels)\'']}
        yield compact(record)


def scenario(test, step):
    return [step(words, test.failed and number == 2) for number, words in enumerate(['a stock of 3', 'I add 1', '2 are left'])]


def cucumber(file):
    def step(words, failed):
        result = {'status': 'failed', 'duration': 5, 'error_message': 'AssertionError: 3 != 4\n    at World.<anonymous> (features/steps.js:12:10)'} if failed else {'status': 'passed', 'duration': 342680}
        return {'arguments': [], 'keyword': 'When ', 'line': 9, 'name': words, 'match': {'location': 'features/step_definitions/steps.js:6'}, 'result': result}
    elements = [{'description': '', 'id': f'{file.words[1]};{test.snake}', 'keyword': 'Scenario', 'line': 8, 'name': test.title, 'steps': scenario(test, step),
                 'tags': [{'name': '@shop', 'line': 1}], 'type': 'scenario'} for test in file.tests]
    yield json.dumps({'description': '', 'elements': elements, 'id': file.words[1], 'line': 2, 'keyword': 'Feature', 'name': file.name, 'tags': [], 'uri': f'features/{file.name}.feature'}, indent=2)


def behave(file):
    def step(words, failed):
        result = {'duration': 0.00014, 'status': 'passed'}
        if failed:
            result = {'duration': 0.1, 'status': 'failed', 'error_message': ['ASSERT FAILED: 3 != 4', 'Traceback (most recent call last):', '  File "features/steps/steps.py", line 9, in step', 'AssertionError: 3 != 4']}
        return {'keyword': 'When', 'location': f'features/{file.name}.feature:9', 'match': {'arguments': [{'name': 'n', 'original': '3', 'value': 3}], 'location': 'features/steps/steps.py:9'},
                'name': words, 'result': result, 'step_type': 'when'}
    elements = [{'keyword': 'Scenario', 'location': f'features/{file.name}.feature:8', 'name': test.title, 'status': 'failed' if test.failed else 'passed', 'steps': scenario(test, step),
                 'tags': [], 'type': 'scenario'} for test in file.tests]
    yield json.dumps({'elements': elements, 'keyword': 'Feature', 'location': f'features/{file.name}.feature:1', 'name': file.name, 'status': 'passed', 'tags': []}, indent=2)


def trx(out, tests):
    out('\ufeff<?xml version="1.0" encoding="utf-8"?>\n<TestRun id="9dbab13d-e75f-5095-93c4-764bfdf59056" name="me@HOST 2026-11-20 10:00:00" runUser="me" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">\n  <Results>\n')
    definitions = []
    for file in tests.files(lambda: out.size * 2):
        for test in file.tests:
            name = f'Shop.Tests.{file.words[1].title()}{file.number}Tests.{test.camel}'
            ids = f'{test.number:08x}-b10d-5330-909b-c561db587963'
            out(f'    <UnitTestResult executionId="{ids}" testId="{ids}" testName="{name}" computerName="HOST" duration="00:00:00.0012000" startTime="2026-11-20T10:00:01.0000000+01:00" '
                f'endTime="2026-11-20T10:00:01.1000000+01:00" testType="13cdc9d9-ddb5-4fa4-a97d-d965ccfc6d4b" outcome="{"Failed" if test.failed else "Passed"}" '
                f'testListId="8c84fa94-04c1-424b-9868-57a2d4851a1d" relativeResultsDirectory="{ids}"')
            out(f'>\n      <Output>\n        <ErrorInfo>\n          <Message>Assert.Equal() Failure\nExpected: 4</Message>\n          <StackTrace>   at {name}() in /src/x.cs:line 21</StackTrace>\n        </ErrorInfo>\n      </Output>\n    </UnitTestResult>\n' if test.failed else ' />\n')
            definitions.append(f'    <UnitTest name="{name}" storage="/src/shop/shop.tests.dll" id="{ids}">\n      <Execution id="{ids}" />\n      <TestMethod codeBase="/src/shop/Shop.Tests.dll" '
                               f'adapterTypeName="executor://xunit/VsTestRunner2/netcoreapp" className="{name.rsplit(".", 1)[0]}" name="{test.camel}" />\n    </UnitTest>\n')
    out('  </Results>\n  <TestDefinitions>\n')
    for definition in definitions:
        out(definition)
    out('  </TestDefinitions>\n</TestRun>\n')


def nunit(out, tests):
    out('<?xml version="1.0" encoding="utf-8" standalone="no"?>\n<test-run id="0" name="Tests.dll" runstate="Runnable" result="Failed" engine-version="3.18.0.0">\n<test-suite type="Assembly" id="1-1" name="Tests.dll" fullname="/b/Tests.dll" result="Failed">\n')
    for file in tests.files(lambda: out.size):
        cls = f'Shop.Tests.{file.words[1].title()}{file.number}Tests'
        out(f'    <test-suite type="TestFixture" id="1-{file.number}" name="{cls[11:]}" fullname="{cls}" classname="{cls}" result="Passed">\n')
        for test in file.tests:
            out(f'      <test-case id="1-{test.number}" name="{test.camel}" fullname="{cls}.{test.camel}" methodname="{test.camel}" classname="{cls}" runstate="Runnable" seed="123456" result="{"Failed" if test.failed else "Passed"}" '
                f'start-time="2026-11-20T10:00:01.0000000Z" end-time="2026-11-20T10:00:01.0000000Z" duration="0.001200" asserts="1"')
            out(f'>\n<failure><message><![CDATA[Expected: 4\nBut was: 3]]></message><stack-trace><![CDATA[   at {cls}.{test.camel}() in /src/x.cs:line 21]]></stack-trace></failure>\n</test-case>\n' if test.failed else ' />\n')
        out('    </test-suite>\n')
    out('</test-suite>\n</test-run>\n')


def xunit(out, tests):
    out('\ufeff<?xml version="1.0" encoding="utf-8"?>\n<assemblies schema-version="3" id="87b5840d-8050-5630-b11a-42d10fa27fcf" computer="HOST" user="me" timestamp="11/20/2026 10:00:00">\n<assembly id="e6997a4f-37d8-531a-91c8-0ecb778e78cb" name="/src/shop/Shop.Tests.dll" test-framework="xUnit.net v3 3.1.0" run-date="2026-11-20" run-time="10:00:00">\n')
    for file in tests.files(lambda: out.size):
        cls = f'Shop.Tests.{file.words[1].title()}{file.number}Tests'
        out(f'    <collection id="0af7a178-1236-5392-8e25-754211287610" name="Test collection for {cls}" time="0.100">\n')
        for test in file.tests:
            out(f'      <test id="{test.number:08x}-b2e7-55a7-9451-4694d729d0e5" name="{cls}.{test.camel}" type="{cls}" method="{test.camel}" time="0.0012000" result="{"Fail" if test.failed else "Pass"}" source-file="/src/shop/{file.name}.cs" source-line="7"')
            out(f'>\n<failure exception-type="Xunit.Sdk.EqualException"><message><![CDATA[Assert.Equal() Failure]]></message><stack-trace><![CDATA[   at {cls}.{test.camel}() in /src/x.cs:line 21]]></stack-trace></failure>\n</test>\n' if test.failed else ' />\n')
        out('    </collection>\n')
    out('</assembly>\n</assemblies>\n')


def robot(out, tests):
    out('<?xml version="1.0" encoding="UTF-8"?>\n<robot generator="Robot 7.5 (Python 3.11.7 on linux)" generated="2026-11-28T07:43:51.504013" rpa="false" schemaversion="5">\n<suite id="s1" name="Suite" source="/home/dev/shop/suite">\n')
    for file in tests.files(lambda: out.size):
        out(f'<suite id="s1-s{file.number}" name="{file.name}" source="/home/dev/shop/suite/{file.name}.robot">\n')
        for test in file.tests:
            status = 'FAIL' if test.failed else 'PASS'
            out(f'<test id="s1-s{file.number}-t{test.number}" name="{test.title}" line="5">\n')
            for words, owner in [('Add', 'Lib'), ('Should Be Equal As Integers', 'BuiltIn')]:
                out(f'<kw name="{words}" owner="{owner}">\n<msg time="2026-11-28T07:43:51.556437" level="INFO">added</msg>\n<arg>3</arg>\n<arg>1</arg>\n<status status="{status if owner == "BuiltIn" else "PASS"}" start="2026-11-28T07:43:51.556286" elapsed="0.000271"/>\n</kw>\n')
            out(f'<status status="{status}" start="2026-11-28T07:43:51.555723" elapsed="0.001294"' + ('>3 != 4</status>\n</test>\n' if test.failed else '/>\n</test>\n'))
        out('</suite>\n')
    out('</suite>\n</robot>\n')


def junit(out, tests):
    out('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
    for file in tests.files(lambda: out.size):
        cls = f'com.acme.{file.words[0]}.{file.words[1].title()}{file.number}Test'
        failed = sum(test.failed for test in file.tests)
        out(f'<testsuite name="{cls}" tests="{PER_FILE}" failures="{failed}" errors="0" skipped="0" time="0.8" timestamp="2026-01-01T10:00:00">\n')
        for test in file.tests:
            out(f'  <testcase name="should{test.camel}" classname="{cls}" time="0.012"')
            out(f'>\n    <failure message="expected:&lt;3&gt; but was:&lt;4&gt;" type="org.opentest4j.AssertionFailedError">org.opentest4j.AssertionFailedError: expected: &lt;3&gt; but was: &lt;4&gt;\n\tat {cls}.should{test.camel}(X.java:10)\n</failure>\n  </testcase>\n' if test.failed else '/>\n')
        out('</testsuite>\n')
    out('</testsuites>\n')


def node_tap(out, tests):
    out('TAP version 13\n')
    number = 0
    for file in tests.files(lambda: out.size):
        number += 1
        out(f'# Subtest: {file.words[1]} {file.number}\n')
        for place, test in enumerate(file.tests, 1):
            out(f'    # Subtest: {test.title}\n    {"not ok" if test.failed else "ok"} {place} - {test.title}\n      ---\n      duration_ms: 0.739087\n      type: \'test\'\n')
            if test.failed:
                out("      location: '/home/dev/shop/x.test.js:12:3'\n      failureType: 'testCodeFailure'\n      error: 'Expected 4'\n      code: 'ERR_ASSERTION'\n      name: 'AssertionError'\n      stack: |-\n        TestContext.<anonymous> (/home/dev/shop/x.test.js:13:5)\n        Test.run (node:internal/test_runner/test:1:1)\n")
            out('      ...\n')
        failed = any(test.failed for test in file.tests)
        out(f'    1..{len(file.tests)}\n{"not ok" if failed else "ok"} {number} - {file.words[1]} {file.number}\n  ---\n  duration_ms: 3.1\n  type: \'suite\'\n')
        out("  failureType: 'subtestsFailed'\n  error: '1 subtest failed'\n  code: 'ERR_TEST_FAILURE'\n  ...\n" if failed else '  ...\n')
    out(f'1..{number}\n')


def node_events(out, tests):
    for file in tests.files(lambda: out.size):
        for place, test in enumerate(file.tests, 1):
            base = {'name': test.title, 'nesting': 0, 'line': 12, 'column': 3, 'file': js_file(file)}
            for event in ['enqueue', 'dequeue', 'start']:
                out(compact({'type': f'test:{event}', 'data': {**base, 'type': 'test'} if event != 'start' else base}) + '\n')
            details = {'duration_ms': 0.5, 'type': 'test'}
            if test.failed:
                details['error'] = {'code': 'ERR_TEST_FAILURE', 'failureType': 'testCodeFailure', 'cause': {'message': 'expected 4', 'name': 'AssertionError', 'stack': JS_STACK % file.name}}
            out(compact({'type': 'test:fail' if test.failed else 'test:pass', 'data': {**base, 'testNumber': place, 'details': details}}) + '\n')


def perl_tap(out, tests):
    for file in tests.files(lambda: out.size):
        for test in file.tests:
            out(f'{"not ok" if test.failed else "ok"} {test.number} - {test.title}\n')
            if test.failed:
                out(f"#   Failed test '{test.title}'\n#   at t/{file.words[1]}.t line 12.\n#          got: '3'\n#     expected: '4'\n")
    out(f'1..{tests.number}\n')


def cargo(out, tests):
    all_tests, failed = [], []
    size = 0
    for file in tests.files(lambda: size):
        for test in file.tests:
            all_tests.append((file, test))
            size += 32 + len(test.snake)
    out(f'     Running unittests src/lib.rs (target/debug/deps/shop-3e3d0d5b5a5c5b5a)\n\nrunning {len(all_tests)} tests\n')
    for file, test in all_tests:
        out(f'test {file.words[0]}::{file.words[1]}::tests::{test.snake} ... {"FAILED" if test.failed else "ok"}\n')
    out('\nfailures:\n\n')
    failed = [(file, test) for file, test in all_tests if test.failed]
    names = [f'{file.words[0]}::{file.words[1]}::tests::{test.snake}' for file, test in failed]
    for name in names:
        out(f"---- {name} stdout ----\n\nthread '{name}' (24054) panicked at src/lib.rs:31:9:\nassertion `left == right` failed: two of three\n  left: 1\n right: 2\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\n")
    out('\nfailures:\n' + ''.join(f'    {name}\n' for name in names))
    out(f'\ntest result: FAILED. {len(all_tests) - len(failed)} passed; {len(failed)} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s\n\n')


def go(out, tests):
    for file in tests.files(lambda: out.size):
        package = f'example.com/shop/{file.name}'
        time = '"Time":"2026-11-28T07:40:38.601859156Z"'
        out(f'{{{time},"Action":"start","Package":"{package}"}}\n')
        for test in file.tests:
            name = f'Test{test.camel}'
            word = 'fail' if test.failed else 'pass'
            out(f'{{{time},"Action":"run","Package":"{package}","Test":"{name}"}}\n{{{time},"Action":"output","Package":"{package}","Test":"{name}","Output":"=== RUN   {name}\\n"}}\n')
            if test.failed:
                out(f'{{{time},"Action":"output","Package":"{package}","Test":"{name}","Output":"    x_test.go:12: got 3, want 4\\n"}}\n')
            out(f'{{{time},"Action":"output","Package":"{package}","Test":"{name}","Output":"--- {word.upper()}: {name} (0.00s)\\n"}}\n{{{time},"Action":"{word}","Package":"{package}","Test":"{name}","Elapsed":0}}\n')
        failed = any(test.failed for test in file.tests)
        out(f'{{{time},"Action":"output","Package":"{package}","Output":"{"FAIL" if failed else "PASS"}\\n"}}\n{{{time},"Action":"{"fail" if failed else "pass"}","Package":"{package}","Elapsed":0.01}}\n')


def allure(folder, tests):
    os.makedirs(folder)
    size = 0
    for file in tests.files(lambda: size):
        for test in file.tests:
            record = {'uuid': f'{test.number:08x}-1421-47bd-9182-7a032174b726', 'name': test.title, 'historyId': f'{test.number:032x}:d41d8cd98f00b204e9800998ecf8427e', 'status': 'failed' if test.failed else 'passed',
                      'statusDetails': {'message': 'expected 3 to be 4', 'trace': JS_STACK % file.name} if test.failed else {}, 'stage': 'finished', 'steps': [], 'attachments': [], 'parameters': [],
                      'labels': [{'name': 'language', 'value': 'javascript'}, {'name': 'framework', 'value': 'mocha'}, {'name': 'host', 'value': 'vm'}, {'name': 'thread', 'value': 'pid-2745-worker-main'},
                                 {'name': 'package', 'value': 'shop.test.' + file.name.replace('/', '.')}, {'name': 'parentSuite', 'value': file.words[1]}],
                      'links': [], 'start': 1795851200764, 'fullName': f'shop:test/{file.name}.js: {file.words[1]} > {test.title}', 'testCaseId': f'{test.number:032x}',
                      'titlePath': ['shop', 'test', f'{file.name}.js', file.words[1]], 'stop': 1795851200765}
            text = compact(record)
            size += len(text)
            with open(f'{folder}/{record["uuid"]}-result.json', 'w') as out:
                out.write(text)
    return size


FORMATS = {
    'behave.json': in_json('[\n', '\n]\n', behave, ',\n'),
    'cucumber.json': in_json('[\n', '\n]\n', cucumber, ',\n'),
    'playwright.json': in_json('{"config": {"configFile": "/home/dev/shop/playwright.config.js", "rootDir": "/home/dev/shop/tests", "version": "1.57.0", "projects": [{"id": "web", "name": "web"}]}, "suites": [\n', '\n], "errors": [], "stats": {"startTime": "2026-11-28T07:34:30.000Z"}}\n', playwright, ',\n'),
    'reportlog.jsonl': reportlog,
    'json-report.json': in_json('{"created": 1795851109.1, "duration": 0.3, "exitcode": 1, "root": "/home/dev/shop", "environment": {}, "summary": {"failed": 1, "total": 9}, "tests": [', ']}', json_report, ', '),
    'mocha.json': in_json('{"stats": {"suites": 6, "tests": 22, "passes": 6, "pending": 3, "failures": 18, "start": "2026-11-28T07:33:15.767Z", "end": "2026-11-28T07:33:15.883Z", "duration": 116}, "tests": [\n', '\n], "pending": [], "failures": [], "passes": []}\n', mocha, ',\n'),
    'results.trx': trx,
    'go-test.jsonl': go,
    'rspec.json': in_json('{"version":"3.12.0","messages":[],"examples":[', '],"summary":{"duration":0.1,"example_count":9,"failure_count":1,"pending_count":0,"errors_outside_of_examples_count":0},"summary_line":"9 examples, 1 failure"}', rspec),
    'nunit3.xml': nunit,
    'jest.json': in_json('{"numFailedTestSuites":1,"numFailedTests":1,"numPassedTests":9,"numRuntimeErrorTestSuites":0,"numTotalTests":10,"openHandles":[],"startTime":1795851154000,"success":false,"testResults":[', '],"wasInterrupted":false}', jest_result),
    'ctrf-playwright.json': in_json('{"reportFormat":"CTRF","specVersion":"0.0.0","results":{"tool":{"name":"playwright"},"summary":{"tests":1,"passed":1,"failed":0,"pending":0,"skipped":0,"other":0,"start":1,"stop":2},"tests":[', ']}}', ctrf_playwright),
    'robot.xml': robot,
    'ctrf-jest.json': in_json('{"reportFormat":"CTRF","specVersion":"0.0.0","results":{"tool":{"name":"jest"},"summary":{"tests":1,"passed":1,"failed":0,"pending":0,"skipped":0,"other":0,"start":1,"stop":2},"tests":[', ']}}', ctrf_jest),
    'vitest.json': in_json('{"numTotalTestSuites":1,"numPassedTestSuites":1,"numFailedTestSuites":0,"numTotalTests":10,"numPassedTests":9,"numFailedTests":1,"startTime":1795851154000,"success":false,"testResults":[', ']}', vitest_result),
    'node-events.jsonl': node_events,
    'xunit3.xml': xunit,
    'node.tap': node_tap,
    'junit.xml': junit,
    'cargo-test.txt': cargo,
    'perl.tap': perl_tap,
    'allure-results': allure,
}


def write(path, name, megabytes):
    tests = Tests(megabytes)
    if name == 'allure-results':
        return allure(path, tests)
    out = Out(path)
    FORMATS[name](out, tests)
    out.file.close()
    return os.path.getsize(path)


def main():
    if sys.argv[1] == '--write':
        print(write(sys.argv[2], sys.argv[3], float(sys.argv[4])))
        return
    fossick = sys.argv[1]
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 126
    print('| report | MB | processor time | MB a second of it | peak memory relative to the file |\n|---|---|---|---|---|')
    for name in sys.argv[3:] or FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            # In a process of its own: the memory of a parent counts as that of its child.
            path, most = os.path.join(folder, name), megabytes / 3 if name == 'allure-results' else megabytes
            size = int(subprocess.run([sys.executable, __file__, '--write', path, name, str(most)], check=True, stdout=subprocess.PIPE).stdout)
            process = subprocess.Popen([fossick, 'rank', folder], stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            if status:
                sys.exit(f'{fossick} has failed on {name}')
            seconds = used.ru_utime + used.ru_stime
            print(f'| {name} | {size / 1e6:.0f} | {seconds:.1f} s | {size / 1e6 / seconds:.0f} | {used.ru_maxrss * 1024 / size:.1f}x |', flush=True)


if __name__ == '__main__':
    main()
