//! Pictures of the workbench as a real browser draws them: what is blank on the screen is blank there, and nothing else is.
//!
//! Chromium paints every SVG on a canvas and reads its pixels, and measures the position of each character of a page. If it is
//! not installed, these tests say so and pass.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::program;

/// Cells of an SVG, in pixels, and the margin around them.
const CELL: (f64, f64) = (8.4, 18.0);
const PADDING: f64 = 12.0;

/// Returns true if there is a browser; prints a message on standard error if not.
fn has_chromium() -> bool {
    let is_there = Command::new("chromium").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !is_there {
        eprintln!("skipped: chromium is not installed");
    }
    is_there
}

/// What the page's own script has made of it.
fn rendered(folder: &Path, page: &str) -> String {
    let file = folder.join("page.html");
    fs::write(&file, page).expect("written");
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("browser").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("chromium starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn snapshot(folder: &Path, name: &str, arguments: &[&str]) -> String {
    let file = folder.join(name);
    let status = program::fossick()
        .args(["snapshot", "--labels"])
        .arg(folder.join("labels.jsonl"))
        .arg("-o")
        .arg(&file)
        .args(arguments)
        .status();
    assert!(status.expect("it runs").success());
    fs::read_to_string(file).expect("written")
}

fn escaped_url(svg: &str) -> String {
    let bytes = svg.bytes().map(|byte| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    format!("data:image/svg+xml,{}", bytes.collect::<String>())
}

/// Of each picture its cells, row by row: `x` where something is drawn, a blank where the cell has a single colour. The edges
/// of a cell are left out, and the rows of pixels of an underline.
fn inked_cells(folder: &Path, pictures: &[(String, usize, usize)]) -> Vec<Vec<String>> {
    let images: String = pictures
        .iter()
        .map(|(svg, columns, rows)| {
            format!("<img data-columns={columns} data-rows={rows} src=\"{}\">\n", escaped_url(svg))
        })
        .collect();
    let (width, height) = CELL;
    let script = format!(
        r"window.onload = () => {{
  const answers = [...document.images].map(image => {{
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
    const pixel = (x, y) => {{ const at = (y * canvas.width + x) * 4; return data[at] << 16 | data[at + 1] << 8 | data[at + 2]; }};
    const lines = [];
    for (let row = 0; row < image.dataset.rows; row++) {{
      let line = '';
      for (let column = 0; column < image.dataset.columns; column++) {{
        const left = Math.ceil({PADDING} + column * {width} + 2), right = Math.floor({PADDING} + (column + 1) * {width} - 2);
        const top = Math.ceil({PADDING} + row * {height} + 2), bottom = Math.floor({PADDING} + row * {height} + 14);
        const first = pixel(left, top);
        let isInked = false;
        for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) isInked ||= pixel(x, y) !== first;
        line += isInked ? 'x' : ' ';
      }}
      lines.push(line);
    }}
    return lines.join('\n');
  }});
  document.body.innerHTML = '<pre>' + answers.join('</pre><pre>') + '</pre>';
}};"
    );
    let page = format!("<!doctype html><meta charset=utf-8><body>{images}<script>{script}</script></body>");
    let dom = rendered(folder, &page);
    let answers = dom.split("<pre>").skip(1).filter_map(|rest| rest.split_once("</pre>"));
    answers.map(|(answer, _)| answer.lines().map(str::to_owned).collect()).collect()
}

/// Fails where ink and screen differ: nothing in blank cells, something in the cells of letters and digits.
fn assert_drawn(what: &str, inked: &[String], screen: &str) {
    for (row, (ink, line)) in inked.iter().zip(screen.lines()).enumerate() {
        let line: Vec<char> = line.chars().collect();
        for (column, ink) in ink.chars().enumerate() {
            let sign = line.get(column).copied().unwrap_or(' ');
            let is_wrong = match sign {
                ' ' => ink != ' ',
                sign => sign.is_ascii_alphanumeric() && ink == ' ',
            };
            let shown: String = line.iter().collect();
            assert!(
                !is_wrong,
                "{what}: row {row}, column {column} is {sign:?} in\n{shown}\nand the ink is\n{}",
                inked[row]
            );
        }
    }
}

#[test]
fn a_browser_draws_what_the_screen_shows() {
    if !has_chromium() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let screens: [&[&str]; 5] = [
        &["--size", "80x24"],
        &["--size", "140x45"],
        &["--size", "140x45", "--theme", "light", "--keys", "j t d"],
        &["--size", "120x40", "--keys", "t j f 2"],
        &["--size", "140x45", "--keys", "?"],
    ];
    let mut pictures = Vec::new();
    let mut texts = Vec::new();
    for arguments in screens {
        let text = snapshot(folder.path(), "a.txt", arguments);
        let (columns, rows) = arguments[1].split_once('x').expect("a size");
        let size = (columns.parse().expect("a number"), rows.parse().expect("a number"));
        pictures.push((snapshot(folder.path(), "a.svg", arguments), size.0, size.1));
        texts.push((arguments, text));
    }
    let inked = inked_cells(folder.path(), &pictures);
    assert_eq!(inked.len(), pictures.len(), "chromium has drawn all of them");
    for ((arguments, text), inked) in texts.iter().zip(&inked) {
        assert_drawn(&format!("{arguments:?}"), inked, text);
    }
}

#[test]
fn a_browser_draws_each_screen_of_a_session_over_the_one_before() {
    if !has_chromium() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let keys = ["j", "t", "d", "<esc>", "2", "?"];
    let size = ["--size", "100x30"];
    let script = keys.join(" ");
    let session = snapshot(folder.path(), "a.svg", &[&size[..], &["--animate", "--keys", &script]].concat());
    // The moments at which a screen appears, in percent of the whole; nothing moves in the middle of each.
    let seconds = |text: &str| text.parse::<f64>().expect("a number");
    let (_, length) = session.split_once(".f{animation:").expect("it moves");
    let length = seconds(length.split_once('s').expect("seconds").0);
    let begins = |number: usize| {
        let (_, rule) = session.split_once(&format!("@keyframes f{number}{{")).expect("a rule");
        let (_, at) = rule.split_once("{visibility:hidden}").expect("hidden before");
        seconds(at.split_once('%').expect("a share").0) * length / 100.0
    };
    let mut pictures = Vec::new();
    let mut texts = Vec::new();
    for count in 0..=keys.len() {
        let from = if count == 0 { 0.0 } else { begins(count - 1) };
        let to = if count == keys.len() { length } else { begins(count) };
        let still = format!(
            "</style><style>.f{{animation-play-state:paused!important;animation-delay:-{:.3}s!important}}</style>",
            f64::midpoint(from, to)
        );
        pictures.push((session.replacen("</style>", &still, 1), 100, 30));
        let pressed = keys[..count].join(" ");
        let arguments = [&size[..], &["--keys", &pressed]].concat();
        texts.push(snapshot(folder.path(), "a.txt", &arguments));
    }
    let inked = inked_cells(folder.path(), &pictures);
    assert_eq!(inked.len(), pictures.len(), "chromium has drawn all of them");
    for (count, (text, inked)) in texts.iter().zip(&inked).enumerate() {
        assert_drawn(&format!("after {:?}", &keys[..count]), inked, text);
    }
}
