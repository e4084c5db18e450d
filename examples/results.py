"""The picture of a trained classifier of digits; the examples that train one share it."""
import digits
import numpy as np
import picture


def draw(path, losses, trained, tested, images, labels, chances):
    """Draw learning curves, the confusion matrix, and the images the model is least sure of.

    losses, trained, tested : one number an epoch; the accuracies are on training and unseen images.
    images, labels, chances : the unseen images, what they are, and the probabilities given to each
        class. Gives the path of the SVG file.
    """
    said = chances.argmax(axis=1)
    counts = np.zeros((digits.CLASSES, digits.CLASSES), dtype=int)
    np.add.at(counts, (labels.astype(int), said), 1)
    sheet = picture.Picture(1060, 470)
    sheet.text(30, 34, f"Handwritten digits: {100 * tested[-1]:.1f} % of {len(labels)} unseen "
               "images read right", 18, anchor="start", weight="bold")
    floor = min(0.9, 0.1 * int(10 * min(trained + tested)))
    marks = [floor, (floor + 1) / 2, 1]
    picture.curves(sheet, (70, 100, 270, 120), "accuracy", [
        ("training", picture.BLUE, trained), ("unseen", picture.ORANGE, tested)],
        floor, 1, marks, "{:.0%}")
    top = max(losses)
    picture.curves(sheet, (70, 300, 270, 100), "training loss", [("loss", picture.BLUE, losses)],
                   0, top, [0, top / 2, top], "{:.2f}")
    picture.confusion(sheet, 400, 116, 30, "confusion matrix, one row per true digit", counts)
    sheet.text(750, 86, "least sure of", 14, anchor="start", weight="bold")
    sure = chances[np.arange(len(labels)), labels.astype(int)]
    for place, row in enumerate(np.argsort(sure)[:12]):
        x, y = 750 + 74 * (place % 4), 104 + 112 * (place // 4)
        picture.glyph(sheet, x, y, 60, images[row])
        right = said[row] == labels[row]
        sheet.text(x + 30, y + 76, f"predicted {said[row]}", 12,
                   picture.GREEN if right else picture.RED, weight="bold")
        sheet.text(x + 30, y + 91, f"true {int(labels[row])}", 11, picture.SOFT)
    return sheet.save(path)
